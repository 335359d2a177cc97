import type { Hex } from 'viem'
import { channelReasons } from '@/lib/base/x402/reasons'
import { PayloadError } from '../errors'
import type { EvmCall } from '../evm/evm-call'
import { findDueDeployment } from '../evm/find-due-deployment'
import { askFunds, balanceCall, createCallBatch } from '../settlement/evm/call-batch'
import {
  type AssessmentTools,
  checkTimes,
  MARGIN_MS,
  type PaymentKind,
  type Times,
} from '../settlement/evm/payment-kind'
import {
  type Assessment,
  type AssessmentRequest,
  refuse,
  refusedFor as refused,
  type SettlementRefusal,
} from '../settlement/settlement-chain'
import { type SignedPayment, signedAs } from '../signed-payment'
import { askChannel } from './ask-channel'
import { toChannelExtra } from './channel-contract'
import { buildDepositCall, readDepositPermit } from './deposit-call'

/** A payment that brings money into its channel. */
export const depositKind: PaymentKind = {
  check: (payment, now) => checkTimes(payment, now, depositTimes) ?? checkPermit(payment, now),
  // Never shared: the contract that fetches it may run the payer's code.
  assess: assessDeposit,
  buildCall: buildDepositCall,
  gasKindOf: (_, { isDue }) => (isDue ? 'deploymentGas' : 'depositGas'),
}

const depositTimes: Times = {
  eip3009: { tooLate: channelReasons.validBeforeExpired, tooEarly: channelReasons.validAfterInFuture },
  permit2: { tooLate: channelReasons.permit2DeadlineExpired, tooEarly: channelReasons.validAfterInFuture },
}

/** The permit that comes with a deposit, which the exact and upto schemes leave to their simulation. */
function checkPermit(payment: SignedPayment, now: Date): SettlementRefusal | null {
  try {
    const permit = readDepositPermit(payment.payload, signedAs(payment, 'deposit').deposit)
    const isLate = permit !== null && permit.deadline * 1_000n < BigInt(now.getTime() + MARGIN_MS)
    return isLate ? refuse(channelReasons.eip2612DeadlineExpired) : null
  } catch (error) {
    if (error instanceof PayloadError) return refuse(error.reason, error.message)
    throw error
  }
}

const READING_GAS = 1_000_000n

/**
 * Assesses a deposit whose signatures have been checked: the payer's funds, the channel, and the deposit itself, tried
 * in the same eth_call. Throws `RpcUnreachableError`.
 */
async function assessDeposit(tools: AssessmentTools, request: AssessmentRequest): Promise<Assessment> {
  try {
    const calls = await callsOf(tools, request)
    // The payer's code may burn all gas of the reading: then the funds are read without it.
    const reading = await read(tools, request, calls).catch(() => read(tools, request, []))
    return verdictOf(request, reading)
  } catch (error) {
    if (error instanceof PayloadError) return refused(error.reason, error.message)
    throw error
  }
}

/** The deposit, after the deployment of the payer's wallet where that is due. */
async function callsOf(
  { rpc, network, factories }: AssessmentTools,
  { payment }: AssessmentRequest,
): Promise<EvmCall[]> {
  const { call, deployment } = buildDepositCall(payment)
  const payer = payment.authorization.payer as Hex // Parsed.
  const due = deployment && (await findDueDeployment({ client: rpc.client, network, factories }, payer, deployment))
  return due ? [due, call] : [call]
}

async function read({ rpc, network, depositGas }: AssessmentTools, request: AssessmentRequest, calls: EvmCall[]) {
  const { authorization } = request.payment
  const { voucher } = signedAs(request.payment, 'deposit').deposit
  const batch = createCallBatch(rpc, network)
  const [funds, channel] = [askFunds(batch, request), askChannel(batch, voucher.channelId)]
  const balance = batch.ask(balanceCall(authorization.asset as Hex, authorization.payer as Hex)) // Parsed.
  const places = calls.map((call) => batch.ask(call))
  const answers = await batch.run({ inAll: READING_GAS + depositGas * BigInt(calls.length) })
  const last = places.at(-1)
  return {
    funds: funds(answers),
    channel: channel(answers),
    balanceAtomic: answers.numberAt(balance),
    hasPassed: last !== undefined && answers.hasSucceeded(last),
  }
}

function verdictOf(
  { payment }: AssessmentRequest,
  { funds, channel, balanceAtomic, hasPassed }: Awaited<ReturnType<typeof read>>,
): Assessment {
  const { amountAtomic, voucher } = signedAs(payment, 'deposit').deposit
  if (funds === null || channel === null || balanceAtomic === null) return refused(channelReasons.rpcReadFailed)
  if (balanceAtomic < amountAtomic) return refused(channelReasons.insufficientBalance)
  if (funds.spendableAtomic < amountAtomic) return refused(channelReasons.permit2AllowanceRequired)
  if (voucher.maxClaimableAtomic > channel.balanceAtomic + amountAtomic) {
    return refused(channelReasons.cumulativeExceedsBalance)
  }
  if (voucher.maxClaimableAtomic <= channel.totalClaimedAtomic) return refused(channelReasons.cumulativeBelowClaimed)
  if (!hasPassed) return refused(channelReasons.depositSimulationFailed)
  return { isValid: true, ...funds, extra: toChannelExtra(channel) }
}
