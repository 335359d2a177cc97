import { z } from 'zod'
import type { PaymentStore } from '../kept-payment'

const hex = z.string().regex(/^0x[0-9a-fA-F]+$/)
const digits = z.string().regex(/^\d{1,39}$/)

const keptSchema = z.object({
  network: z.string(),
  /** The wallet that made the deposit. */
  payer: hex,
  /** Signs only the vouchers. */
  sessionKey: hex,
  /** The address of `sessionKey`, by which the channel names it. */
  authorizer: hex,
  /** What its owner allows, in atomic units; absent where there is no limit. */
  limits: z.object({ each: digits.optional(), day: digits.optional() }).default({}),
  /** The last day with a call, as this device writes it, and what had been charged before. */
  day: z.object({ date: z.string(), chargedBefore: digits }).optional(),
  /** A call whose outcome is not known yet: it may have been charged. */
  openAtomic: digits.optional(),
  /** The SDK's state between calls. */
  notes: z
    .object({
      chargedCumulativeAmount: digits.optional(),
      balance: digits.optional(),
      totalClaimed: digits.optional(),
      signedMaxClaimable: digits.optional(),
      signature: hex.optional(),
    })
    .transform((notes) => notes as ChannelNotes),
})

type ChannelNotes = {
  chargedCumulativeAmount?: string
  balance?: string
  totalClaimed?: string
  signedMaxClaimable?: string
  signature?: `0x${string}`
}

/** A channel whose key is in this browser. */
export type KeptChannel = z.output<typeof keptSchema>

export type ChannelLimits = KeptChannel['limits']

/** The terms that one channel serves: a seller's, for all of its routes. */
export type ChannelPlace = { network: string; asset: string; payTo: string; receiverAuthorizer: string; delay: number }

/** The prefix of every channel's storage key. */
const CHANNEL_KEY = 'turnpike-channel '

/** The storage key of the channel for these terms, the same in all tabs. */
export const channelKeyOf = ({ network, asset, payTo, receiverAuthorizer, delay }: ChannelPlace): string =>
  [`${CHANNEL_KEY}${network}`, asset, payTo, receiverAuthorizer, delay].join(' ').toLowerCase()

/** Parses a stored channel; null where there is none that can be read. */
export function parseKeptChannel(text: string | null): KeptChannel | null {
  if (text === null) return null
  try {
    return keptSchema.parse(JSON.parse(text))
  } catch {
    // Written by another program or an older version: no channel of ours.
    return null
  }
}

/** Deposited, charged and remaining amounts, in atomic units. */
export function sumsOf({ notes }: KeptChannel) {
  const [balance, charged] = [BigInt(notes.balance ?? 0), BigInt(notes.chargedCumulativeAmount ?? 0)]
  return { balanceAtomic: balance, chargedAtomic: charged, leftAtomic: balance > charged ? balance - charged : 0n }
}

const dateOf = (now: Date): string => [now.getFullYear(), now.getMonth() + 1, now.getDate()].join('-')

/** What was, or may have been, charged on that day, as this browser has seen it. */
export function spentOn({ day, notes, openAtomic = '0' }: KeptChannel, now: Date): bigint {
  const charged = BigInt(notes.chargedCumulativeAmount ?? 0)
  return day?.date === dateOf(now) ? charged - BigInt(day.chargedBefore) + BigInt(openAtomic) : 0n
}

/** The channel with that day begun, so that what it is charged from now on counts for it. */
export const onDay = (channel: KeptChannel, now: Date): KeptChannel =>
  channel.day?.date === dateOf(now)
    ? channel
    : { ...channel, day: { date: dateOf(now), chargedBefore: channel.notes.chargedCumulativeAmount ?? '0' } }

/** The limit of its owner that a call of that amount would break; null for none. */
export function brokenLimit(channel: KeptChannel, amountAtomic: bigint, now: Date): 'each' | 'day' | null {
  const { each, day } = channel.limits
  if (each !== undefined && amountAtomic > BigInt(each)) return 'each'
  return day !== undefined && spentOn(channel, now) + amountAtomic > BigInt(day) ? 'day' : null
}

/** Notes that a call of that amount is sent, or, without one, that its outcome is known. */
export function noteOpenCall(store: PaymentStore, key: string, amount?: string): void {
  const kept = parseKeptChannel(store.getItem(key))
  if (!kept) return
  const { openAtomic: _before, ...rest } = kept
  keepChannel(store, key, amount === undefined ? rest : { ...rest, openAtomic: amount })
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

/** Stores a channel, before money goes into it. */
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
