import { z } from 'zod'
import type { PaymentStore } from '../kept-payment'

const hex = z.string().regex(/^0x[0-9a-fA-F]+$/)
const digits = z.string().regex(/^\d{1,39}$/)

const keptSchema = z.object({
  network: z.string(),
  /** Whose money it is. */
  payer: hex,
  /** Signs the vouchers, and nothing else. */
  sessionKey: hex,
  /** That key's address, by which the channel names it. */
  authorizer: hex,
  /** What the SDK notes between calls. */
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

/** The terms that one channel serves: a seller's, whatever is called. */
export type ChannelPlace = { network: string; asset: string; payTo: string; receiverAuthorizer: string; delay: number }

/** How every key begins under which a channel is kept. */
const CHANNEL_KEY = 'turnpike-channel '

/** Under which the channel of these terms is kept in this browser, for all of its tabs. */
export const channelKeyOf = ({ network, asset, payTo, receiverAuthorizer, delay }: ChannelPlace): string =>
  [`${CHANNEL_KEY}${network}`, asset, payTo, receiverAuthorizer, delay].join(' ').toLowerCase()

/** Reads a kept channel; null where there is none that can be read. */
export function parseKeptChannel(text: string | null): KeptChannel | null {
  if (text === null) return null
  try {
    return keptSchema.parse(JSON.parse(text))
  } catch {
    // Written by another program or an older version: no channel of ours.
    return null
  }
}

/** What was put aside in all, what of it was charged, and what is left, in atomic units. */
export function sumsOf({ notes }: KeptChannel) {
  const [balance, charged] = [BigInt(notes.balance ?? 0), BigInt(notes.chargedCumulativeAmount ?? 0)]
  return { balanceAtomic: balance, chargedAtomic: charged, leftAtomic: balance > charged ? balance - charged : 0n }
}

/** The SDK's notes, in the browser's storage beside the key; what it deletes is given back, and its key is of no use. */
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

/** Keeps a channel, before money goes into it. */
export const keepChannel = (store: PaymentStore, key: string, channel: KeptChannel): void =>
  store.setItem(key, JSON.stringify(channel))

/**
 * Makes room for another channel with a seller that does not know this one. It is kept beside: its terms are what the
 * payer asks the contract for the rest with.
 */
export function leaveChannel(store: PaymentStore, key: string): void {
  const kept = parseKeptChannel(store.getItem(key))
  if (!kept) return
  keepChannel(store, `${key} ${kept.authorizer}`.toLowerCase(), kept)
  store.removeItem(key)
}
