import { Address } from '@algorandfoundation/algokit-utils/common'
import { ed25519Generator } from '@algorandfoundation/algokit-utils/crypto'
import {
  bytesForSigning,
  encodeSignedTransaction,
  encodeTransactionRaw,
  groupTransactions,
  Transaction,
  TransactionType,
} from '@algorandfoundation/algokit-utils/transact'
import { ALGORAND_TESTNET_GENESIS_HASH } from '@x402/avm'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'

/** Changes to the standard group: fees and form of the fee payer's transactions, the lease of one, the group's time. */
type Changes = {
  firstValid?: bigint
  fees?: bigint[]
  feePayerForm?: 'signed' | 'ambiguous'
  lease?: { of: 'payer' | 'fee payer'; value: Uint8Array }
}

/** The group that the SDK's Algorand client would sign, built without a node. The transfer comes last. */
export async function signAvmPayment(
  seed: Uint8Array,
  requirements: PaymentRequirements,
  { fees = [2_000n], feePayerForm, lease, firstValid = 1n }: Changes = {},
): Promise<PaymentPayload> {
  const payer = ed25519Generator(seed)
  const feePayer = Address.fromString(String(requirements.extra.feePayer))
  const genesisHash = Buffer.from(ALGORAND_TESTNET_GENESIS_HASH, 'base64')
  const leaseOf = (of: 'payer' | 'fee payer') => (lease?.of === of ? { lease: lease.value } : {})
  const shared = { firstValid, lastValid: firstValid + 999n, genesisHash: Uint8Array.from(genesisHash) }
  const ours = fees.map(
    (fee, index) =>
      new Transaction({
        ...{ ...shared, ...leaseOf('fee payer'), type: TransactionType.Payment, sender: feePayer, fee },
        note: Uint8Array.of(index),
        payment: { receiver: feePayer, amount: 0n },
      }),
  )
  const transfer = new Transaction({
    ...{ ...shared, ...leaseOf('payer'), type: TransactionType.AssetTransfer, fee: 0n },
    sender: new Address(payer.ed25519Pubkey),
    assetTransfer: {
      assetId: BigInt(requirements.asset),
      amount: BigInt(requirements.amount),
      receiver: Address.fromString(requirements.payTo),
    },
  })
  const group = groupTransactions([...ours, transfer])
  const signed = await Promise.all(
    group.map(async (txn, index) => {
      const isOfFeePayer = index < fees.length
      if (isOfFeePayer && !feePayerForm) return encodeTransactionRaw(txn)
      const sig = await payer.rawEd25519Signer(bytesForSigning.transaction(txn))
      const bytes = encodeSignedTransaction({ txn, sig })
      return isOfFeePayer && feePayerForm === 'ambiguous' ? withType(bytes) : bytes
    }),
  )
  const paymentGroup = signed.map((bytes) => Buffer.from(bytes).toString('base64'))
  return { x402Version: 2, accepted: requirements, payload: { paymentGroup, paymentIndex: fees.length } }
}

/** Adds a field `type` beside the signature and the transaction, with which it can be read as an unsigned one too. */
function withType(signed: Uint8Array): Uint8Array {
  const [mapOfTwo = 0, ...rest] = signed
  return Buffer.concat([
    Buffer.of(mapOfTwo + 1),
    Uint8Array.from(rest),
    Buffer.of(0xa4),
    Buffer.from('type\xa3pay', 'latin1'),
  ])
}
