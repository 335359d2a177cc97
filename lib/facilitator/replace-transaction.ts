import type { SentTransaction, SignedTransaction } from '@/lib/base/chains/settlement/settlement-chain'
import { storeReplacement } from './ledger/store-transaction'
import { takeTurnToRaise } from './ledger/wallet-order'
import type { OpenTransaction } from './settlement-end'
import type { WatchTools } from './watch-tools'

/** Most versions of a transaction. It lands under any of them, so all are kept and looked for. */
const MAX_VERSIONS = 24

/**
 * Signs the same transaction at a higher fee, when all others of its wallet wait for it and it is this instance's turn
 * to raise. Never above the network's ceiling, and not from a wallet that could not pay for it.
 */
export async function raiseFee(tools: WatchTools, open: OpenTransaction): Promise<OpenTransaction> {
  const { chain, database, holder, limits } = tools
  const { network, sent } = open
  const { wallet, nonce } = sent
  if (nonce === null || sent.hashes.length >= MAX_VERSIONS) return open
  const forMs = limits.replaceAfterMs * 3
  if (!(await takeTurnToRaise(database, { network, wallet, nonce, holder, forMs }))) return open
  if ((await chain.readWallet(wallet)).isDry) return open
  const signed = await chain.replace(sent)
  return signed ? replaceBy(tools, open, { signed, why: 'settle: stuck, fee raised' }) : open
}

/**
 * Gives up a transaction that no node accepts: an empty transfer to ourselves takes its nonce, so that those behind it
 * land. Null when that has been tried, or where transactions have no nonce.
 */
export async function fillPlace(tools: WatchTools, open: OpenTransaction): Promise<OpenTransaction | null> {
  const { chain } = tools
  const { wallet, nonce, raw } = open.sent
  if (nonce === null || !chain.fill || isFilled(tools, open.sent)) return null
  const signed = await chain.fill({ wallet, nonce, earlier: raw })
  return replaceBy(tools, open, { signed, why: 'settle: no node will take it, its place is filled' })
}

export const isFilled = ({ chain }: WatchTools, sent: SentTransaction): boolean => chain.isFiller?.(sent) ?? false

/** Stores a version before it is sent; the loser of a race reads the winner's before it sends again. */
async function replaceBy(
  { chain, database, log }: WatchTools,
  open: OpenTransaction,
  { signed, why }: { signed: SignedTransaction; why: string },
): Promise<OpenTransaction> {
  const [olderHash = ''] = open.sent.hashes
  if (!(await storeReplacement(database, { id: open.id, olderHash, signed }))) return open
  log.warn({ network: open.network, transaction: olderHash, by: signed.hash }, why)
  await chain.send(signed.raw)
  return { ...open, sent: { ...open.sent, raw: signed.raw, hashes: [signed.hash, ...open.sent.hashes] } }
}
