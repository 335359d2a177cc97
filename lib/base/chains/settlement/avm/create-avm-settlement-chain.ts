import type { Transaction } from '@algorandfoundation/algokit-utils/transact'
import { ExactAvmScheme } from '@x402/avm/exact/facilitator'
import { type Algod, AlgodError, boundedAvmSigner } from '@/lib/base/chains/avm/algod'
import { RpcUnreachableError } from '@/lib/base/chains/errors'
import type { FacilitatorSchemes } from '@/lib/base/chains/facilitator/facilitator-schemes'
import { type AvmFeePayer, avmFeePayerFor } from '@/lib/base/chains/facilitator/gas-wallets'
import { gasPolicyOf } from '@/lib/base/chains/gas-policy'
import type { NetworkAccess } from '@/lib/base/chains/network-access'
import { type SignedPayment, signedAs } from '@/lib/base/chains/signed-payment'
import { reasons } from '@/lib/base/x402/reasons'
import { assessEach, payerMadeChain, readAgreed, type SettlementChainOptions } from '../payer-made-chain'
import {
  type Assessment,
  type AssessmentRequest,
  type PreparedSettlement,
  refuse,
  refusedAssessment,
  type SendResult,
  type SettlementChain,
  type SettlementRefusal,
  type SignedTransaction,
  type TransactionTruth,
} from '../settlement-chain'

export type AvmSettlementOptions = SettlementChainOptions<AvmFeePayer>

/** A fee payer that cannot pay for some hundred groups is low. */
const DRY_BELOW_MICROALGOS = 300_000n

/** Settlements of one Algorand network: exact. The payer's group is never changed; its fee is signed for. */
export function createAvmSettlementChain(options: AvmSettlementOptions): SettlementChain {
  const { network, chains, wallets, schemes } = options
  const algod = chains.algod(network)
  const policy = gasPolicyOf(chains.configOf(network).gas)
  const shared = payerMadeChain(options)
  return {
    ...shared,
    check: async (payment) => findExcess(options, payment) ?? (await shared.check(payment)),
    assess: (requests) => assessEach(requests, (request) => assessAvmPayment({ chains, schemes }, request)),
    prepare: (payment) => prepareAvmSettlement({ algod, wallets }, payment),
    async sign(prepared) {
      const [only] = prepared
      if (!only || prepared.length > 1) throw new Error('Expected one settlement.')
      return only.work as SignedTransaction // `prepare` made it.
    },
    send: (raw) => sendAvmGroup(algod, raw),
    async readTransaction({ hashes: [hash = ''] }, authorizations) {
      const truth = await readConfirmation(chains, network, hash)
      if (truth.state !== 'landed') return truth
      // The group was checked before it was signed for, and it happens as a whole or not at all.
      const settlements = authorizations.map(({ key, settleAmountAtomic }) => ({
        key,
        amountAtomic: settleAmountAtomic,
      }))
      return { ...truth, fee: policy.groupFee, settlements }
    },
    async isDead({ hashes: [hash = ''], lastValidHeight }) {
      const status = await algod((client) => client.status())
      if (lastValidHeight === null || status === null || status.lastRound <= lastValidHeight) return false
      return (await readConfirmation(chains, network, hash)).state === 'missing'
    },
    async readWallet(address) {
      const account = await algod((client) => client.accountInformation(address))
      if (account === null) throw new RpcUnreachableError(network)
      const balance = account.amount - account.minBalance
      return { address, balance, isDry: balance < DRY_BELOW_MICROALGOS, nextNonce: null }
    },
  }
}

/** The payer decides what its group pays in fees; what names one of our wallets as the sender, we pay. */
function findExcess(
  { network, chains, wallets }: AvmSettlementOptions,
  payment: SignedPayment,
): SettlementRefusal | null {
  const { groupFee } = gasPolicyOf(chains.configOf(network).gas)
  const ours = new Set(wallets.map(({ address }) => address))
  const fee = feeOfSenders(signedAs(payment, 'avm').transfer.group, ours)
  return fee <= groupFee ? null : refuse('invalid_exact_avm_fee_too_high', `Expected fees of at most ${groupFee}.`)
}

async function assessAvmPayment(
  { chains, schemes }: { chains: NetworkAccess; schemes: FacilitatorSchemes },
  { payment, inFlight }: AssessmentRequest,
): Promise<Assessment> {
  const verdict = await schemes.verify(payment.payload, payment.requirements)
  if (!verdict.isValid) return refusedAssessment(verdict)
  const { network, payer, asset } = payment.authorization
  const holding = await chains.algod(network)((client) => client.accountAssetInformation(payer, BigInt(asset)))
  const height = holding?.round ?? 0n
  const landed = await Promise.all(
    inFlight.map(async ({ key, transactions: [hash] }) => {
      const truth = hash === undefined ? null : await readConfirmation(chains, network, hash)
      return truth?.state === 'landed' && truth.height <= height ? [key] : []
    }),
  )
  return { isValid: true, height, spendableAtomic: holding?.assetHolding?.amount ?? 0n, landedKeys: landed.flat() }
}

/** The SDK checks the group and signs for its fee; its transactions are stored first instead of sent. */
async function prepareAvmSettlement(
  { algod, wallets }: { algod: Algod; wallets: readonly AvmFeePayer[] },
  payment: SignedPayment,
): Promise<PreparedSettlement | SettlementRefusal> {
  const { payload, requirements, authorization } = payment
  const feePayer = avmFeePayerFor(wallets, requirements)
  if (!feePayer) throw new Error('Expected a fee payer for this network.')
  let group: Uint8Array[] | null = null
  const scheme = new ExactAvmScheme({
    ...boundedAvmSigner(feePayer.signer, algod),
    sendTransactions: async (signed) => {
      group = signed
      return ''
    },
    waitForConfirmation: async () => ({}) as never, // The SDK ignores what it waited for.
  })
  const response = await scheme.settle(payload, requirements)
  if (!group) return refuse(response.errorReason ?? reasons.unexpectedSettleError, response.errorMessage)
  const { transactionId, lastRound } = signedAs(payment, 'avm').transfer
  const raw = Buffer.concat(group).toString('base64')
  const work: SignedTransaction = { hash: transactionId, raw, lastValidHeight: lastRound }
  return { isRefused: false, key: authorization.key, wallet: feePayer.address, isBatchable: false, work }
}

async function sendAvmGroup(algod: Algod, raw: string): Promise<SendResult> {
  try {
    await algod(async (client) => client.sendRawTransaction(Uint8Array.from(Buffer.from(raw, 'base64'))))
    return { kind: 'accepted' }
  } catch (error) {
    const cause = error instanceof RpcUnreachableError ? error.cause : error
    const text = cause instanceof Error ? cause.message : ''
    if (/already in ledger/i.test(text)) return { kind: 'accepted' }
    return cause instanceof AlgodError
      ? { kind: 'refused', message: 'The node refused the group.' }
      : { kind: 'unreachable' }
  }
}

type AvmConfirmation =
  | Exclude<TransactionTruth, { state: 'landed' }>
  | { state: 'landed'; hash: string; height: bigint }

/** Algorand's blocks are final at once. */
const readConfirmation = (chains: NetworkAccess, network: string, hash: string): Promise<AvmConfirmation> =>
  readAgreed(network, chains.algodNodes(network), (algod) => readConfirmationOf(algod, hash))

async function readConfirmationOf(algod: Algod, hash: string): Promise<AvmConfirmation> {
  const found = await algod((client) => client.pendingTransactionInformation(hash))
  return found?.confirmedRound ? { state: 'landed', hash, height: found.confirmedRound } : { state: 'missing' }
}

/** Fees, in microalgos, of the transactions in a payment group that these senders sent. */
const feeOfSenders = (group: readonly Transaction[], senders: ReadonlySet<string>): bigint =>
  group.reduce((sum, { sender, fee }) => (senders.has(sender.toString()) ? sum + (fee ?? 0n) : sum), 0n)
