import type { Address, Signature, Slot } from '@solana/kit'
import { joinReads } from '../join-reads'
import type { SvmRpc } from './svm-rpc'

/** The most that nodes take in one call. Plans of some providers take five accounts. */
const MAX_SIGNATURES = 256
const MAX_ACCOUNTS = 5

/** Place of the amount in the account of either token program. */
const AMOUNT_AT = 64
const AMOUNT_BYTES = 8

/** The state of a transaction, also of one that landed long ago; null for one that the node does not know. */
export const readSignatureStatus = joinReads(async (rpc: SvmRpc, signatures: Signature[]) => {
  const { value } = await rpc.getSignatureStatuses(signatures, { searchTransactionHistory: true }).send()
  return value
}, MAX_SIGNATURES)

/** Balance of a payer's own token account, and the slot that it was read at. Fails where there is no such account. */
export async function readTokenBalance(rpc: SvmRpc, account: Address): Promise<{ slot: Slot; amountAtomic: bigint }> {
  const { slot, found } = await readAccount(rpc, account)
  const bytes = Buffer.from(found?.data[0] ?? '', 'base64')
  if (bytes.length !== AMOUNT_BYTES) throw new Error('Expected the payer to have an account of that token.')
  return { slot, amountAtomic: bytes.readBigUInt64LE() }
}

const readAccount = joinReads(async (rpc: SvmRpc, accounts: Address[]) => {
  const dataSlice = { offset: AMOUNT_AT, length: AMOUNT_BYTES }
  const options = { commitment: 'confirmed', encoding: 'base64', dataSlice } as const
  const { context, value } = await rpc.getMultipleAccounts(accounts, options).send()
  return value.map((found) => ({ slot: context.slot, found }))
}, MAX_ACCOUNTS)
