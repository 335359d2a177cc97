import { channelReasons } from '@/lib/base/x402/payment-channel'
import type { ClientEvmAccount } from '@/lib/client/evm-wallet'
import type { Patience } from '@/lib/client/resend'
import { rpcUrlOf } from '@/lib/site/browser/browser-wallet'
import { type BuyInput, buy, type PurchaseEnd, resumePurchase } from '@/lib/site/browser/buy'
import type { KeptPayment, PaymentStore } from '@/lib/site/browser/kept-payment'
import type { Purchase } from '@/lib/site/browser/purchase'
import { isStorageKept } from '@/lib/site/browser/storage'
import { createSessionKey, openSessionChannel, type SessionChannelOptions } from '../chain/session-channel'
import { tellOfChannels } from './channel-store'
import {
  brokenLimit,
  type KeptChannel,
  keepChannel,
  leaveChannel,
  noteOpenCall,
  notesIn,
  onDay,
  parseKeptChannel,
  sumsOf,
} from './kept-channel'

export type ChannelCallInput = Omit<BuyInput, 'wallet'> & {
  channelKey: string
  /** The deposit to make first, and its wallet; null to pay from the channel's balance. */
  deposit: { account: ClientEvmAccount; amountAtomic: bigint } | null
}

/**
 * Pays one call out of a channel of this browser, which a deposit opens or fills. The wallet signs only the deposit;
 * the key that signs the vouchers is stored first. As with `buy`, a payment whose outcome is open is stored, and until
 * it is known no other is signed; a call is never paid twice unless the person asks for another one. Tabs take turns,
 * so that limits count what all of them spend. Fails with `OVER_LIMIT` where the call would break one, and with `NOT_KEPT`
 * where the browser would lose the key of a deposit; nothing is signed then.
 */
export const callByChannel = (input: ChannelCallInput): Promise<PurchaseEnd> =>
  inTurn(input.channelKey, () => callNow(input))

/** One tab at a time; at once where the browser has no locks, as on a page that is not secure. */
const inTurn = (name: string, work: () => Promise<PurchaseEnd>): Promise<PurchaseEnd> =>
  globalThis.navigator?.locks ? navigator.locks.request(name, work) : work()

async function callNow({ channelKey, deposit, ...input }: ChannelCallInput): Promise<PurchaseEnd> {
  const { store, agreed } = input
  const now = new Date()
  const found = findOrStart(store, channelKey, { network: agreed.network, account: deposit?.account ?? null })
  const { method, url } = input.purchase
  const { pathname, search } = new URL(url, window.location.href)
  const kept = { ...onDay(found, now), at: `${method} ${pathname}${search}` }
  if (brokenLimit(kept, BigInt(agreed.amount), now)) {
    throw Object.assign(new Error('The call is above a limit of this channel.'), { code: 'OVER_LIMIT' })
  }
  keepChannel(store, channelKey, kept)
  if (deposit && !isStorageKept()) {
    throw Object.assign(new Error('This browser would lose the key of the channel.'), { code: 'NOT_KEPT' })
  }
  noteOpenCall(store, channelKey, BigInt(agreed.amount))
  let isInDoubt = false
  const holdsCall = () => {
    const { leftAtomic } = sumsOf(parseKeptChannel(store.getItem(channelKey)) ?? kept)
    return leftAtomic >= BigInt(agreed.amount)
  }
  const client = openSessionChannel({
    ...channelOf(store, channelKey, kept),
    deposit: deposit && { ...deposit, callAtomic: BigInt(agreed.amount) },
    mayRetry: () => !isInDoubt && (deposit !== null || holdsCall()),
  })
  const { network } = agreed
  const wallet = { address: kept.payer, networks: [network], schemes: [{ network, client }], signer: null }
  try {
    const bought = await buy({
      ...input,
      wallet,
      onEvent: (event) => {
        if (event.type === 'waiting') isInDoubt = true
        input.onEvent(event)
      },
    })
    const end = named(bought, isInDoubt)
    if (end.kind !== 'open') noteOpenCall(store, channelKey, -BigInt(agreed.amount))
    // The balance came back by another way; if anything is left, the library returns it without the key.
    if (end.kind === 'usedUp' && !holdsCall()) store.removeItem(channelKey)
    if (end.kind === 'unknownDeposit') leaveChannel(store, channelKey)
    return end
  } catch (error) {
    // Nothing was sent.
    noteOpenCall(store, channelKey, -BigInt(agreed.amount))
    throw error
  } finally {
    tellOfChannels()
  }
}

const kinds = new Map<string | null, 'otherCall' | 'usedUp' | 'unknownDeposit'>([
  [channelReasons.channelBusy, 'otherCall'],
  [channelReasons.cumulativeMismatch, 'usedUp'],
  [channelReasons.openedElsewhere, 'unknownDeposit'],
])

/** Names a refusal that only a channel has. A sum that is out of step after a call was sent has charged the call. */
function named(end: PurchaseEnd, isSent: boolean): PurchaseEnd {
  const kind = end.kind === 'refused' && kinds.get(end.reason)
  return kind ? { kind: isSent && kind === 'usedUp' ? 'missed' : kind } : end
}

/** Asks for the outcome of a call that was sent; the channel's new state is stored as after any call. */
export async function resumeCall(input: {
  purchase: Purchase
  kept: KeptPayment
  store: PaymentStore
  channelKey: string
  onEvent: BuyInput['onEvent']
  patience?: Patience
}): Promise<PurchaseEnd> {
  const { kept, store, channelKey, ...rest } = input
  const onAnswer = async (answer: Response) => {
    const channel = parseKeptChannel(store.getItem(channelKey))
    if (!channel) return
    const client = openSessionChannel({
      ...channelOf(store, channelKey, channel),
      deposit: null,
      mayRetry: () => false,
    })
    await client.note(kept.header, answer)
  }
  try {
    const end = named(await resumePurchase({ ...rest, kept, store, onAnswer }), true)
    if (end.kind !== 'open') noteOpenCall(store, channelKey, -BigInt(kept.terms.amount))
    return end
  } finally {
    tellOfChannels()
  }
}

export const channelOf = (
  store: PaymentStore,
  channelKey: string,
  { payer, sessionKey, network }: KeptChannel,
): Pick<SessionChannelOptions, 'payer' | 'sessionKey' | 'rpcUrl' | 'storage'> => ({
  payer,
  sessionKey,
  rpcUrl: rpcUrlOf(network),
  storage: notesIn(store, channelKey),
})

/** Finds a key without a deposit, which the same wallet's next channel uses, or makes one. */
function findOrStart(
  store: PaymentStore,
  channelKey: string,
  { network, account }: { network: string; account: ClientEvmAccount | null },
): KeptChannel {
  const kept = parseKeptChannel(store.getItem(channelKey))
  if (kept && (hasMoney(kept) || account === null || kept.payer === account.address)) return kept
  if (!account) throw new Error('Expected a wallet to open the channel with.')
  return startChannel(network, account.address)
}

export const startChannel = (network: string, payer: string): KeptChannel => ({
  network,
  payer,
  limits: {},
  notes: { balance: '0', chargedCumulativeAmount: '0' },
  ...createSessionKey(),
})

const hasMoney = (kept: KeptChannel): boolean => sumsOf(kept).balanceAtomic > 0n
