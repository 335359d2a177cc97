import { createHash } from 'node:crypto'
import { type Address, type Blockhash, getTransactionDecoder, type Signature, type Slot } from '@solana/kit'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import type { Authorization, AuthorizationTruth } from '../authorization'
import { associatedTokenAddress } from './associated-token'
import { TOKEN_2022_PROGRAM_ADDRESS } from './svm-payment'
import { BLOCKHASH_LIFE_BLOCKS, readLastHeight, type SvmRpc } from './svm-rpc'

const PAGE_SIZE = 1_000

const MAX_PAGES = 5

/** Most blocks from landing to the known last height, which was read while the blockhash was alive or soon after. */
const LANDING_BLOCKS = 6n * BLOCKHASH_LIFE_BLOCKS

const CLOCK_DIFFERENCE_MS = 600_000

const decoder = getTransactionDecoder()

/**
 * `findAuthorization` for Solana: looks for the signed message among the transactions that payer and recipient share.
 * The blockhash is read before the search, so that a payment that landed under it is seen when it has expired. A
 * blockhash that the node does not know counts as expired once the node has finalized more blocks than `since`, the
 * last one in which the payment could land; without `since`, ask only for payments that need not have landed. Only
 * nodes that have seen as much are searched.
 * Throws `RpcUnreachableError`.
 */
export async function findSvmAuthorization(
  rpc: SvmRpc,
  authorization: Authorization,
  confirmations: number,
  since: bigint | null,
): Promise<AuthorizationTruth> {
  const [messageHash = '', blockhash = ''] = authorization.nonce.split(':')
  const commitment = 'confirmed' as const
  const isAlive = await rpc.isBlockhashValid(blockhash as Blockhash, { commitment }).send() // Read from the message.
  const finalized = since === null ? null : await rpc.getEpochInfo({ commitment: 'finalized' }).send()
  const isPast = since === null || (finalized !== null && finalized.blockHeight > since)
  const seen =
    finalized && finalized.absoluteSlot > isAlive.context.slot ? finalized.absoluteSlot : isAlive.context.slot
  const readLast = async () => (isAlive.value ? readLastHeight(rpc, authorization) : since)
  const landed = await findTransaction(rpc, authorization, { messageHash, minContextSlot: seen, readLast })
  if (landed === 'too many') {
    return { state: 'unreadable', reason: 'The payer has more transactions than are searched.' }
  }
  if (!landed && isAlive.value) return { state: 'unused' }
  if (!landed) return isPast ? { state: 'expired' } : lateNode
  if (confirmations > 1 && landed.confirmationStatus !== 'finalized') {
    return { state: 'unreadable', reason: 'The transfer is on the chain and waits to be finalized.' }
  }
  // A failed transaction is spent too: its message cannot be processed again.
  if (landed.err !== null) return { state: 'cancelled' }
  const { amountAtomic, payTo } = authorization
  return { state: 'settled', transaction: landed.signature, amountAtomic, payTo }
}

/** It may not know the blockhash yet. */
const lateNode: AuthorizationTruth = {
  state: 'unreadable',
  reason: 'The node has not finalized the last block in which the payment could land.',
}

type Landed = { signature: Signature; err: unknown; confirmationStatus: string | null }

type SvmSearch = {
  messageHash: string
  minContextSlot: Slot
  /** The last height at which the payment can land; null where that is not known. */
  readLast: () => Promise<bigint | null>
}

async function findTransaction(
  rpc: SvmRpc,
  authorization: Authorization,
  search: SvmSearch,
): Promise<Landed | 'too many' | null> {
  const { payer, payTo, asset } = authorization
  const tokenAccounts = [TOKEN_PROGRAM_ADDRESS, TOKEN_2022_PROGRAM_ADDRESS].map((program) =>
    associatedTokenAddress(payTo as Address, asset as Address, program),
  )
  const list = (account: Address, before?: Signature) => listTransactions(rpc, account, search.minContextSlot, before)
  const [newest, received] = await Promise.all([
    list(payer as Address),
    Promise.all(tokenAccounts.map((each) => list(each))),
  ])
  let sent = newest
  for (let page = 1; ; page += 1) {
    for (const { signature, slot, err, confirmationStatus } of sent.entries) {
      // The transaction names payer and recipient alike, so what reached the recipient's account is enough to read.
      if (!received.some((own) => own.signatures.has(signature) || slot < own.completeFromSlot)) continue
      if ((await readMessageHash(rpc, signature)) === search.messageHash) return { signature, err, confirmationStatus }
    }
    const oldest = sent.entries.at(-1)
    if (!oldest || sent.completeFromSlot === 0n || (await isTooEarly(rpc, oldest, authorization, search))) return null
    if (page === MAX_PAGES) return 'too many'
    sent = await list(payer as Address, oldest.signature)
  }
}

/** True if the payment could not land yet in the block of a listed transaction, and so in no earlier one. */
async function isTooEarly(
  rpc: SvmRpc,
  { slot, blockTime }: { slot: Slot; blockTime: bigint | null },
  { validAfter }: Authorization,
  { readLast }: SvmSearch,
): Promise<boolean> {
  if (validAfter && blockTime !== null && Number(blockTime) * 1_000 < validAfter.getTime() - CLOCK_DIFFERENCE_MS)
    return true
  const lastHeight = await readLast()
  if (lastHeight === null) return false
  const options = { transactionDetails: 'none', rewards: false, commitment: 'confirmed' } as const
  const block = await rpc.getBlock(slot, { ...options, maxSupportedTransactionVersion: 0 }).send()
  return block !== null && block.blockHeight < lastHeight - LANDING_BLOCKS
}

/** A page of an account's transactions; it has gaps before `completeFromSlot` when there are more. */
async function listTransactions(rpc: SvmRpc, account: Address, minContextSlot: Slot, before?: Signature) {
  const options = { limit: PAGE_SIZE, commitment: 'confirmed', minContextSlot, ...(before && { before }) } as const
  const entries = await rpc.getSignaturesForAddress(account, options).send()
  const isCut = entries.length === PAGE_SIZE
  const completeFromSlot = isCut ? (entries.at(-1)?.slot ?? 0n) + 1n : 0n
  return { entries, signatures: new Set(entries.map((entry) => entry.signature)), completeFromSlot }
}

/** Every listed transaction must be readable: a gap could hide the one that is looked for. */
async function readMessageHash(rpc: SvmRpc, signature: Signature): Promise<string> {
  const options = { encoding: 'base64', maxSupportedTransactionVersion: 0, commitment: 'confirmed' } as const
  const found = await rpc.getTransaction(signature, options).send()
  if (!found) throw new Error('Expected a transaction that the node had listed.')
  const { messageBytes } = decoder.decode(Buffer.from(found.transaction[0], 'base64'))
  return createHash('sha256').update(Uint8Array.from(messageBytes)).digest('hex')
}
