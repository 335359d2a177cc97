import type { PaymentStore } from '@/lib/site/browser/kept-payment'

const hex = /^0x[0-9a-fA-F]+$/
const digits = /^\d{1,39}$/
const anyText = /^/

// No schema, as its library would be most of a checkout's script.
const form = {
  network: anyText,
  payer: hex,
  sessionKey: hex,
  authorizer: hex,
  openAtomic: digits,
  at: /^[A-Z]+ \//,
  limits: { each: digits, day: digits },
  day: { date: anyText, chargedBefore: digits },
  notes: {
    chargedCumulativeAmount: digits,
    balance: digits,
    totalClaimed: digits,
    signedMaxClaimable: digits,
    signature: hex,
  },
}

type ChannelNotes = { [Name in Exclude<keyof (typeof form)['notes'], 'signature'>]?: string } & {
  signature?: `0x${string}`
}

export type KeptChannel = {
  network: string
  payer: string
  /** Signs only the vouchers. */
  sessionKey: string
  /** The address of `sessionKey`, by which the channel names it. */
  authorizer: string
  limits: { each?: string; day?: string }
  /** The last day with a call, as this device writes it, and what had been charged before. */
  day?: { date: string; chargedBefore: string }
  /** A call whose outcome is not known yet: it may have been charged. */
  openAtomic?: string
  /** Method and address of the last call, at which the seller is asked for the rest. */
  at?: string
  notes: ChannelNotes
}

export type KeptLimits = KeptChannel['limits']

/** The terms that one channel serves: a seller's, for all of its routes. */
export type ChannelPlace = { network: string; asset: string; payTo: string; receiverAuthorizer: string; delay: number }

const CHANNEL_KEY = 'turnpike-channel '

/** The terms in the name of a stored channel; null for another name, or for a channel that was moved aside. */
export function placeIn(key: string): ChannelPlace | null {
  const [network, asset, payTo, receiverAuthorizer, delay, more] = key.slice(CHANNEL_KEY.length).split(' ')
  if (!key.startsWith(CHANNEL_KEY) || more !== undefined || !network || !asset || !payTo || !receiverAuthorizer)
    return null
  return { network, asset, payTo, receiverAuthorizer, delay: Number(delay) }
}

/** The storage key of the channel for these terms, the same in all tabs. */
export const channelKeyOf = ({ network, asset, payTo, receiverAuthorizer, delay }: ChannelPlace): string =>
  [`${CHANNEL_KEY}${network}`, asset, payTo, receiverAuthorizer, delay].join(' ').toLowerCase()

export function parseKeptChannel(text: string | null): KeptChannel | null {
  try {
    const { limits = {}, ...kept } = shaped(JSON.parse(text ?? 'null'), form)
    const whole = ['network', 'payer', 'sessionKey', 'authorizer', 'notes'].map((name) => kept[name])
    if (kept.day) whole.push(...Object.keys(form.day).map((name) => Reflect.get(Object(kept.day), name)))
    // Each of their texts has the form that its type says.
    return whole.includes(undefined) ? null : ({ ...kept, limits } as KeptChannel)
  } catch {
    // Written by another program or an older version: no channel of ours.
    return null
  }
}

type StoredForm = { [name: string]: RegExp | StoredForm }

/** The values of these names that are there. Fails where one has another form. */
function shaped(stored: unknown, form: StoredForm): Record<string, unknown> {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) throw new TypeError('Expected an object.')
  return Object.fromEntries(
    Object.entries(form).flatMap(([name, shape]): [string, unknown][] => {
      const value: unknown = Reflect.get(stored, name)
      if (value === undefined) return []
      if (!(shape instanceof RegExp)) return [[name, shaped(value, shape)]]
      if (typeof value !== 'string' || !shape.test(value)) throw new TypeError(`Expected a text as ${name}.`)
      return [[name, value]]
    }),
  )
}

export function sumsOf({ notes }: KeptChannel) {
  const [balance, charged] = [BigInt(notes.balance ?? 0), BigInt(notes.chargedCumulativeAmount ?? 0)]
  return { balanceAtomic: balance, chargedAtomic: charged, leftAtomic: balance > charged ? balance - charged : 0n }
}

const dateOf = (now: Date): string => [now.getFullYear(), now.getMonth() + 1, now.getDate()].join('-')

/** The sum that was, or may have been, charged on that day, as this browser has seen it. */
export function spentOn({ day, notes, openAtomic = '0' }: KeptChannel, now: Date): bigint {
  const charged = BigInt(notes.chargedCumulativeAmount ?? 0)
  return day?.date === dateOf(now) ? charged - BigInt(day.chargedBefore) + BigInt(openAtomic) : 0n
}

/** The channel with that day begun, so that what it is charged from now on counts for it. */
export function onDay(channel: KeptChannel, now: Date): KeptChannel {
  if (channel.day?.date === dateOf(now)) return channel
  const { openAtomic: _earlier, ...rest } = channel
  return { ...rest, day: { date: dateOf(now), chargedBefore: channel.notes.chargedCumulativeAmount ?? '0' } }
}

/** The limit of its owner that a call of that amount would break; null for none. */
export function brokenLimit(channel: KeptChannel, amountAtomic: bigint, now: Date): 'each' | 'day' | null {
  const { each, day } = channel.limits
  if (each !== undefined && amountAtomic > BigInt(each)) return 'each'
  return day !== undefined && spentOn(channel, now) + amountAtomic > BigInt(day) ? 'day' : null
}

/** Adds a call that is sent to those with an open outcome, or, below zero, takes off one whose outcome is known. */
export function noteOpenCall(store: PaymentStore, key: string, addedAtomic: bigint): void {
  const kept = parseKeptChannel(store.getItem(key))
  if (!kept) return
  const { openAtomic = '0', ...rest } = kept
  const open = BigInt(openAtomic) + addedAtomic
  keepChannel(store, key, open > 0n ? { ...rest, openAtomic: open.toString() } : rest)
}

/** The SDK's state, stored beside the key. If the SDK deletes it, the balance was returned, and the key is useless. */
export function notesIn(store: PaymentStore, key: string) {
  const read = () => parseKeptChannel(store.getItem(key))
  return {
    get: async () => read()?.notes,
    set: async (_id: string, notes: ChannelNotes) => {
      const kept = read()
      if (kept) keepChannel(store, key, { ...kept, notes })
    },
    delete: async () => {
      store.removeItem(key)
    },
  }
}

export const keepChannel = (store: PaymentStore, key: string, channel: KeptChannel): void =>
  store.setItem(key, JSON.stringify(channel))

/**
 * Moves a channel aside that the seller does not know, to make room for another. Its terms are kept: with them the
 * payer asks the contract for the rest.
 */
export function leaveChannel(store: PaymentStore, key: string): void {
  const kept = parseKeptChannel(store.getItem(key))
  if (!kept) return
  keepChannel(store, `${key} ${kept.authorizer}`.toLowerCase(), kept)
  store.removeItem(key)
}
