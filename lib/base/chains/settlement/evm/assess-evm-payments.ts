import { RpcUnreachableError } from '@/lib/base/chains/errors'
import { hasCode } from '@/lib/base/chains/evm/evm-client'
import type { SignedPayment } from '@/lib/base/chains/signed-payment'
import { reasons } from '@/lib/base/x402/reasons'
import type { VerifyResponse } from '@/lib/base/x402/wire'
import { type Assessment, type AssessmentRequest, refusedAssessment, refusedFor } from '../settlement-chain'
import { askFunds, type CallBatch, createCallBatch, type Funds } from './call-batch'
import type { AssessmentTools } from './payment-kind'
import { plainTransferOf, transferOf } from './transfer-kind'

const INSUFFICIENT_BALANCE = 'invalid_exact_evm_insufficient_balance'

/** For each call of a reading that may run untrusted code. */
const GAS_PER_CALL = 100_000n

/**
 * Assesses payments together; their signatures have been checked. EIP-3009 transfers of the known asset are simulated
 * in the same eth_call that reads balances, which refuses a payer without the money. Transfers by keys without code
 * share one call. Every other payment has its own call, with bounded gas; the SDK gives the verdict on what fails in a
 * reading.
 * A reading that fails among others is repeated separately, and never counts as zero.
 */
export async function assessEvmPayments(tools: AssessmentTools, requests: AssessmentRequest[]): Promise<Assessment[]> {
  const groups = await groupByCode(tools, requests)
  const answers = await Promise.allSettled(groups.map((group) => assessGroup(tools, group)))
  const silence = answers.find((answer) => answer.status === 'rejected')
  if (silence && answers.every((answer) => answer.status === 'rejected')) throw silence.reason
  const assessments = new Map(
    groups.flatMap((group, place) => {
      const answer = answers[place]
      return group.map(
        (request, index) => [request, answer?.status === 'fulfilled' ? answer.value[index] : silent] as const,
      )
    }),
  )
  return requests.map((request) => assessments.get(request) as Assessment) // Each is in one group.
}

/** Groups the payments that may share a reading: plain payments run no foreign code and cannot burn gas. */
async function groupByCode(
  { rpc, network, knownAsset }: AssessmentTools,
  requests: AssessmentRequest[],
): Promise<AssessmentRequest[][]> {
  if (requests.length === 1) return [requests]
  const mayShare = await Promise.all(
    requests.map(
      async ({ payment }) =>
        plainTransferOf(payment, knownAsset) !== null &&
        !(await hasCode(rpc.client, network, payment.authorization.payer)),
    ),
  )
  const shared = requests.filter((_, index) => mayShare[index])
  const alone = requests.filter((_, index) => !mayShare[index]).map((request) => [request])
  return shared.length > 0 ? [shared, ...alone] : alone
}

async function assessGroup(tools: AssessmentTools, group: AssessmentRequest[]): Promise<Assessment[]> {
  const [first] = group
  const assess = first && tools.kindOf(first.payment).assess
  if (assess) return [await assess(tools, first)]
  const readings = await readTogether(tools, group)
  return Promise.all(
    group.map((request, index) => assessAlone(tools, request, readings[index] as PaymentReading)), // One per request.
  )
}

async function assessAlone(
  tools: AssessmentTools,
  request: AssessmentRequest,
  { funds, isTransfer, hasPassed }: PaymentReading,
): Promise<Assessment> {
  const isShort = funds !== null && funds.spendableAtomic < BigInt(request.payment.requirements.amount)
  if (isTransfer && isShort) return { isValid: false, reason: INSUFFICIENT_BALANCE }
  try {
    const verdict: VerifyResponse = hasPassed ? { isValid: true } : await tools.verify(request.payment)
    if (!verdict.isValid) return refusedAssessment(verdict)
    const known = funds ?? (await readFunds(tools, [request]))[0]
    return known ? { isValid: true, ...known } : unreadable('The funds of the payer could not be read.')
  } catch (error) {
    if (error instanceof RpcUnreachableError) return unreadable(error.message)
    throw error
  }
}

const unreadable = (message: string): Assessment => refusedFor(reasons.unexpectedVerifyError, message)

const silent = unreadable('The chain did not answer.')

/** `funds` are null where a call for them failed. `isTransfer`: it may spend its balance, without an allowance. */
type PaymentReading = { funds: Funds | null; isTransfer: boolean; hasPassed: boolean }

/**
 * Reads funds first: in a simulation a payer's code, perhaps acquired just now (EIP-7702), may burn the gas that the
 * calls behind it need. When it burns so much that nothing is answered, funds are read without simulations.
 */
async function readTogether(tools: AssessmentTools, requests: AssessmentRequest[]): Promise<PaymentReading[]> {
  const batch = createCallBatch(tools.rpc, tools.network)
  const funds = requests.map((request) => askFunds(batch, request))
  const simulations = requests.map(({ payment }) => askSimulation(tools, batch, payment))
  const answers = await batch.run(gasFor(requests)).catch((error: unknown) => {
    if (simulations.every((place) => place === null)) throw error
    return null
  })
  const known = answers === null ? await readFunds(tools, requests) : funds.map((read) => read(answers))
  return known.map((funds, index) => {
    const place = simulations[index] ?? null
    return { funds, isTransfer: place !== null, hasPassed: place !== null && answers?.hasSucceeded(place) === true }
  })
}

async function readFunds(tools: AssessmentTools, requests: AssessmentRequest[]): Promise<(Funds | null)[]> {
  const batch = createCallBatch(tools.rpc, tools.network)
  const readings = requests.map((request) => askFunds(batch, request))
  const answers = await batch.run(gasFor(requests))
  return readings.map((read) => read(answers))
}

const gasFor = (requests: AssessmentRequest[]) => (requests.length === 1 ? { perCall: GAS_PER_CALL } : undefined)

function askSimulation(tools: AssessmentTools, batch: CallBatch, payment: SignedPayment): number | null {
  const call = transferOf(payment, tools.knownAsset)
  return call && batch.ask(call)
}
