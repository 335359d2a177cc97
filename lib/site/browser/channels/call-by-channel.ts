import { channelReasons } from '@/lib/base/x402/reasons'
import type { EvmAccount } from '@/lib/client/evm-wallet'
import type { Patience } from '@/lib/client/resend'
import { createSessionKey, openSessionChannel, type SessionChannelOptions } from '@/lib/client/session-channel'
import { rpcUrlOf } from '../browser-wallet'
import { type BuyInput, buy, type PurchaseEnd, resumePurchase } from '../buy'
import type { KeptPayment, PaymentStore } from '../kept-payment'
import type { Purchase } from '../purchase'
import { tellOfChannels } from './channel-store'
import { type KeptChannel, keepChannel, leaveChannel, notesIn, parseKeptChannel, sumsOf } from './kept-channel'

export type ChannelCallInput = Omit<BuyInput, 'wallet'> & {
  /** Where the channel is kept in `store`. */
  channelKey: string
  /** What is put aside first, by which wallet; null to pay out of what lies in the channel. */
  deposit: { account: EvmAccount; amountAtomic: bigint } | null
}

/**
 * Pays one call out of a channel of this browser, which a deposit opens or fills. The wallet signs the deposit alone;
 * the key that signs the vouchers is kept before the wallet is asked. As with `buy`, a payment whose outcome is open is
 * kept, and while it is no other is signed; a call is never paid a second time unless the person asks for another one.
 */
export async function callByChannel({ channelKey, deposit, ...input }: ChannelCallInput): Promise<PurchaseEnd> {
  const { store, agreed } = input
  const kept = findOrStart(store, channelKey, { network: agreed.network, account: deposit?.account ?? null })
  keepChannel(store, channelKey, kept)
  let isInDoubt = false
  const client = openSessionChannel({
    ...channelOf(store, channelKey, kept),
    deposit: deposit && { ...deposit, callAtomic: BigInt(agreed.amount) },
    mayRetry: () => !isInDoubt,
  })
  const { network } = agreed
  const wallet = { address: kept.payer, networks: [network], schemes: [{ network, client }], signer: null }
  try {
    const end = await buy({
      ...input,
      wallet,
      onEvent: (event) => {
        if (event.type === 'waiting') isInDoubt = true
        input.onEvent(event)
      },
    })
    // What lay there came back by another way; should anything be left, the library gives it back without the key.
    if (end.kind === 'refused' && end.reason === channelReasons.cumulativeExceedsBalance) store.removeItem(channelKey)
    if (end.kind === 'refused' && end.reason === channelReasons.openedElsewhere) leaveChannel(store, channelKey)
    return end
  } finally {
    tellOfChannels()
  }
}

/** Asks for the outcome of a call that was sent: what it says of the channel is noted like the answer to any call. */
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
    return await resumePurchase({ ...rest, kept, store, onAnswer })
  } finally {
    tellOfChannels()
  }
}

/** What the SDK needs of a kept channel. */
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

/** A key that no deposit came to is used for the next one of the same wallet. */
function findOrStart(
  store: PaymentStore,
  channelKey: string,
  { network, account }: { network: string; account: EvmAccount | null },
): KeptChannel {
  const kept = parseKeptChannel(store.getItem(channelKey))
  if (kept && (hasMoney(kept) || account === null || kept.payer === account.address)) return kept
  if (!account) throw new Error('Expected a wallet to open the channel with.')
  const notes = { balance: '0', chargedCumulativeAmount: '0' }
  return { network, payer: account.address, ...createSessionKey(), notes }
}

const hasMoney = (kept: KeptChannel): boolean => sumsOf(kept).balanceAtomic > 0n
