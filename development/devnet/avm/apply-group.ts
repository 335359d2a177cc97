import { ed25519Verifier } from '@algorandfoundation/algokit-utils/crypto'
import {
  bytesForSigning,
  groupTransactions,
  type SignedTransaction,
  Transaction,
} from '@algorandfoundation/algokit-utils/transact'
import type { AvmAccount, Draft } from './accounts'
import { MINIMUM_BALANCE_MICRO_ALGOS, MINIMUM_FEE_MICRO_ALGOS, testnet } from './algorand-network'

/** A transaction group that the rules refuse; the message is worded as algod's. */
export class GroupRefusal extends Error {
  override name = 'GroupRefusal'
}

/**
 * Applies a group to a draft, or throws a GroupRefusal.
 * Checked: group id, rounds, genesis, repeats, signatures, pooled fees, balances, opt-ins and minimum balances.
 * Unsupported: contracts, multisignatures, logic signatures, rekeying, closing; they are refused by name.
 */
export async function applyGroup(
  group: SignedTransaction[],
  draft: Draft,
  chain: { round: bigint; hasTransaction: (id: string) => boolean },
): Promise<void> {
  requireWholeGroup(group)
  for (const signed of group) {
    await requireAcceptable(signed, chain)
    applyTransaction(signed.txn, draft)
  }
  const fees = group.reduce((sum, { txn }) => sum + (txn.fee ?? 0n), 0n)
  const needed = MINIMUM_FEE_MICRO_ALGOS * BigInt(group.length)
  if (fees < needed) throw new GroupRefusal(`txgroup had ${fees} in fees, which is less than the minimum ${needed}`)
  for (const [address, account] of draft.touched()) requireMinimumBalance(address, account)
}

function requireWholeGroup(group: SignedTransaction[]): void {
  if (group.length === 0) throw new GroupRefusal('empty transaction group')
  if (group.length > 16) throw new GroupRefusal('group size exceeds the limit of 16')
  if (group.length === 1) return
  const ungrouped = group.map(({ txn }) => new Transaction({ ...txn, group: undefined }))
  const expected = groupTransactions(ungrouped)[0]?.group ?? new Uint8Array()
  const isWhole = group.every(({ txn }) => txn.group && Buffer.from(txn.group).equals(Buffer.from(expected)))
  if (!isWhole) throw new GroupRefusal('transactionGroup: incomplete group')
}

async function requireAcceptable(
  { txn, sig, msig, lsig, authAddress }: SignedTransaction,
  chain: { round: bigint; hasTransaction: (id: string) => boolean },
): Promise<void> {
  const id = txn.txId()
  if (chain.hasTransaction(id)) throw new GroupRefusal(`transaction already in ledger: ${id}`)
  if (chain.round < txn.firstValid || chain.round > txn.lastValid) {
    throw new GroupRefusal(`txn dead: round ${chain.round} outside of ${txn.firstValid}--${txn.lastValid}`)
  }
  if (Buffer.from(txn.genesisHash ?? []).toString('base64') !== testnet.genesisHash) {
    throw new GroupRefusal(`genesis hash mismatch in ${id}`)
  }
  if (msig || lsig || authAddress) throw new GroupRefusal('only plain ed25519 signatures are emulated')
  if (txn.rekeyTo) throw new GroupRefusal('rekeying is not emulated')
  const isSigned = sig && (await ed25519Verifier(sig, bytesForSigning.transaction(txn), txn.sender.publicKey))
  if (!isSigned) throw new GroupRefusal(`signature validation failed for ${id}`)
}

function applyTransaction(txn: Transaction, draft: Draft): void {
  const id = txn.txId()
  const from = txn.sender.toString()
  spend(draft.open(from), txn.fee ?? 0n, id, from)
  if (txn.payment) {
    if (txn.payment.closeRemainderTo) throw new GroupRefusal('closing an account is not emulated')
    spend(draft.open(from), txn.payment.amount, id, from)
    draft.open(txn.payment.receiver.toString()).microAlgos += txn.payment.amount
    return
  }
  if (!txn.assetTransfer) throw new GroupRefusal(`transaction type ${txn.type} is not emulated`)
  const { assetId, amount, receiver, closeRemainderTo, assetSender } = txn.assetTransfer
  if (closeRemainderTo || assetSender) throw new GroupRefusal('closing and clawback of assets are not emulated')
  transferAsset({ id, from, to: receiver.toString(), assetId, amount }, draft)
}

function transferAsset(
  transfer: { id: string; from: string; to: string; assetId: bigint; amount: bigint },
  draft: Draft,
): void {
  const { id, from, to, assetId, amount } = transfer
  const sender = draft.open(from).assets
  if (from === to && amount === 0n) {
    sender.set(assetId, sender.get(assetId) ?? 0n)
    return
  }
  const held = sender.get(assetId)
  if (held === undefined) throw new GroupRefusal(`transaction ${id}: asset ${assetId} missing from ${from}`)
  const receiver = draft.open(to).assets
  if (!receiver.has(assetId)) {
    throw new GroupRefusal(`transaction ${id}: receiver error: must optin, asset ${assetId} missing from ${to}`)
  }
  if (held < amount) {
    throw new GroupRefusal(`transaction ${id}: underflow on subtracting ${amount} from sender amount ${held}`)
  }
  sender.set(assetId, held - amount)
  receiver.set(assetId, (receiver.get(assetId) ?? 0n) + amount)
}

function spend(account: AvmAccount, microAlgos: bigint, id: string, address: string): void {
  if (account.microAlgos < microAlgos) {
    throw new GroupRefusal(
      `transaction ${id}: overspend (account ${address}, balance ${account.microAlgos}, tried to spend ${microAlgos})`,
    )
  }
  account.microAlgos -= microAlgos
}

function requireMinimumBalance(address: string, { microAlgos, assets }: AvmAccount): void {
  const minimum = MINIMUM_BALANCE_MICRO_ALGOS * BigInt(1 + assets.size)
  const isUntouchedAndEmpty = microAlgos === 0n && assets.size === 0
  if (microAlgos < minimum && !isUntouchedAndEmpty) {
    throw new GroupRefusal(`account ${address} balance ${microAlgos} below min ${minimum} (${assets.size} assets)`)
  }
}
