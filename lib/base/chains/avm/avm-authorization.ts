import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import type { Authorization, AuthorizationTruth } from '../authorization'
import { requiredAmount, requirePayTo } from '../build-requirements'
import { verifyEd25519 } from '../ed25519'
import { PayloadError, RpcUnreachableError } from '../errors'
import type { SignatureVerdict, SignedPayment } from '../signed-payment'
import type { Algod, Indexer } from './algod'
import { type AvmPayment, parseAvmPayment } from './avm-payment'

/** Reads a payment of the scheme `exact`. Reasons are the SDK's. */
export function readAvmTransfer(payload: PaymentPayload, requirements: PaymentRequirements): SignedPayment {
  const transfer = parseAvmTerms(payload.payload, requirements)
  return {
    payload,
    requirements,
    authorization: describeAvmPayment(transfer, requirements),
    signed: { kind: 'avm', transfer },
    checkSignature: async () => checkAvmSignature(transfer),
  }
}

/** Multisignature, logic and rekeyed accounts are refused: only the chain could tell whether they may sign. */
function checkAvmSignature({ payerPublicKey, signedBytes, signature }: AvmPayment): SignatureVerdict {
  if (signature && verifyEd25519(payerPublicKey, signedBytes, signature)) return { isValid: true, isLocal: true }
  return { isValid: false, invalidReason: 'invalid_exact_avm_invalid_signature', isLocal: true }
}

function describeAvmPayment(payment: AvmPayment, requirements: PaymentRequirements): Authorization {
  return {
    key: `${requirements.network}/${payment.transactionId}`,
    network: requirements.network,
    scheme: 'exact',
    asset: requirements.asset,
    payer: payment.payer,
    payTo: requirements.payTo,
    amountAtomic: payment.amountAtomic,
    nonce: `${payment.transactionId}:${payment.firstRound}:${payment.lastRound}`,
    validAfter: null,
    validBefore: null,
  }
}

/** The payment, once its asset, recipient and amount are known to be the required ones. */
function parseAvmTerms(payload: unknown, requirements: PaymentRequirements): AvmPayment {
  if (requirements.scheme !== 'exact') {
    throw new PayloadError(reasons.unsupportedScheme, 'Algorand payments here are of the scheme exact.')
  }
  const payment = parseAvmPayment(payload, requirements.network)
  if (payment.payTo !== requirePayTo('avm', requirements)) {
    throw new PayloadError('invalid_exact_avm_receiver_mismatch', 'The transfer goes to another recipient.')
  }
  if (payment.assetId !== requirements.asset) {
    throw new PayloadError('invalid_exact_avm_asset_mismatch', 'The transfer is of another asset.')
  }
  if (payment.amountAtomic !== requiredAmount(requirements)) {
    throw new PayloadError('invalid_exact_avm_amount_mismatch', 'The transfer is not of the required amount.')
  }
  return payment
}

/** Algod finds a transaction for this many rounds after it was confirmed. */
const REMEMBERED_ROUNDS = 1_000n

/**
 * `findAuthorization` for Algorand, by the transaction's own id. Blocks are final at once.
 * Algod forgets: once its memory no longer reaches back to the first round in which the payment could land, the indexer
 * is asked; without one an unknown transaction is `undecidable`. Throws `RpcUnreachableError`.
 */
export async function findAvmAuthorization(
  algod: Algod,
  indexer: Indexer | null,
  authorization: Authorization,
): Promise<AuthorizationTruth> {
  const [transaction = '', firstRound = '0', lastRound = '0'] = authorization.nonce.split(':')
  const { amountAtomic, payTo } = authorization
  const settled: AuthorizationTruth = { state: 'settled', transaction, amountAtomic, payTo }
  const round = await readRound(algod, authorization.network)
  const found = await algod((client) => client.pendingTransactionInformation(transaction))
  if (found?.confirmedRound) return settled
  if (round <= BigInt(lastRound)) return { state: 'unused' }
  // The earliest block that could hold it comes after its first valid round.
  if (round - REMEMBERED_ROUNDS <= BigInt(firstRound) + 1n) return { state: 'expired' }
  if (!indexer) return { state: 'undecidable', reason: 'The node no longer remembers, and no indexer is configured.' }
  // Its round is read first: transactions after it may not be indexed yet.
  const indexedRound = await indexer.readRound()
  if (await indexer.hasTransaction(transaction)) return settled
  return indexedRound > BigInt(lastRound) ? { state: 'expired' } : lateIndexer
}

const lateIndexer: AuthorizationTruth = {
  state: 'unreadable',
  reason: 'The indexer has not seen the last round in which the payment could land.',
}

async function readRound(algod: Algod, network: string): Promise<bigint> {
  const round = await algod(async (client) => {
    const { lastRound } = await client.status()
    // A page of something else parses too, to an answer without fields.
    if (typeof lastRound !== 'bigint') throw new Error('Expected the status of a node.')
    return lastRound
  })
  if (round === null) throw new RpcUnreachableError(network)
  return round
}
