import type { Hex } from 'viem'
import { isEip3009Nonce } from '@/lib/base/chains/authorization'
import { toChannelExtra } from '@/lib/base/chains/channels/channel-contract'
import { buildDepositCall, readDepositPermit } from '@/lib/base/chains/channels/deposit-call'
import { PayloadError } from '@/lib/base/chains/errors'
import type { EvmCall, SettlementCall } from '@/lib/base/chains/evm/evm-call'
import { findDueDeployment } from '@/lib/base/chains/evm/find-due-deployment'
import { buildSettlementCall, type SettlementKind, settlementKindOf } from '@/lib/base/chains/evm/settlement-call'
import { type SignedPayment, signedAs } from '@/lib/base/chains/signed-payment'
import { channelReasons } from '@/lib/base/x402/reasons'
import type { VerifyResponse } from '@/lib/base/x402/wire'
import {
  type Assessment,
  type AssessmentRequest,
  refuse,
  refusedFor as refused,
  type SettlementRefusal,
} from '../settlement-chain'
import { askChannel, askFunds, balanceCall, createCallBatch } from './call-batch'
import type { EvmRpc } from './evm-rpc'

export type AssessmentTools = {
  rpc: EvmRpc
  network: string
  /** The SDK's verdict; throws when the network is silent. */
  verify(payment: SignedPayment): Promise<VerifyResponse>
  /** The asset whose contract is known well enough to share a simulation, lower case. */
  knownAsset: string | null
  depositGas: bigint
  factories: readonly string[]
}

type PaymentKind = {
  /** Refuses what does not hold at that time, without the chain. */
  check: (payment: SignedPayment, now: Date) => SettlementRefusal | null
  /** Assesses a payment in a separate reading; null for a kind whose payments may share one. */
  assess: ((tools: AssessmentTools, request: AssessmentRequest) => Promise<Assessment>) | null
  buildCall: (payment: SignedPayment) => SettlementCall
  /** Key of the gas limit of its own transaction, perhaps with the deployment of its payer's wallet. */
  gasKindOf: (payment: SignedPayment, wallet: { isWrapped: boolean; isDue: boolean }) => SettlementKind
}

const transfer: PaymentKind = {
  check: (payment, now) => checkTimes(payment, now, transferTimes),
  assess: null,
  buildCall: buildSettlementCall,
  // A deployed wallet has no deployment to pay for, even if its signature is wrapped in one.
  gasKindOf: ({ payload }, { isWrapped, isDue }) => (isWrapped && !isDue ? 'contractGas' : settlementKindOf(payload)),
}

const deposit: PaymentKind = {
  check: (payment, now) => checkTimes(payment, now, depositTimes) ?? checkPermit(payment, now),
  // Never shared: the contract that fetches it may run the payer's code.
  assess: assessDeposit,
  buildCall: buildDepositCall,
  gasKindOf: (_, { isDue }) => (isDue ? 'deploymentGas' : 'depositGas'),
}

export const paymentKindOf = ({ signed }: SignedPayment): PaymentKind =>
  signed.kind === 'deposit' ? deposit : transfer

/**
 * The call of an EIP-3009 transfer of the known asset by a plain key: its cost is bounded and it can share a
 * transaction. Null for every other payment.
 */
export function plainTransferOf(payment: SignedPayment, knownAsset: string | null): EvmCall | null {
  const transfer = findTransfer(payment, knownAsset)
  return transfer?.isByKey() ? (transfer.transferCall?.().call ?? null) : null
}

/**
 * The call of an EIP-3009 transfer of the known asset by a key or a contract wallet, to be simulated; null for every
 * other payment. The SDK would simulate 65 bytes of a contract wallet's as if a key had made them.
 */
export const transferOf = (payment: SignedPayment, knownAsset: string | null): EvmCall | null =>
  findTransfer(payment, knownAsset)?.transferCall?.().call ?? null

function findTransfer(payment: SignedPayment, knownAsset: string | null) {
  const { scheme, asset } = payment.requirements
  return scheme === 'exact' && asset.toLowerCase() === knownAsset ? signedAs(payment, 'evm') : null
}

type Times = Record<'eip3009' | 'permit2', { tooLate: string; tooEarly: string }>

const transferTimes: Times = {
  eip3009: {
    tooLate: 'invalid_exact_evm_payload_authorization_valid_before',
    tooEarly: 'invalid_exact_evm_payload_authorization_valid_after',
  },
  permit2: { tooLate: 'permit2_deadline_expired', tooEarly: 'permit2_not_yet_valid' },
}

const depositTimes: Times = {
  eip3009: { tooLate: channelReasons.validBeforeExpired, tooEarly: channelReasons.validAfterInFuture },
  permit2: { tooLate: channelReasons.permit2DeadlineExpired, tooEarly: channelReasons.validAfterInFuture },
}

/** The SDK's margins: six seconds must be left, none may be missing at the start. */
const MARGIN_MS = 6_000

function checkTimes({ authorization }: SignedPayment, now: Date, times: Times): SettlementRefusal | null {
  const { validAfter, validBefore, nonce } = authorization
  const { tooLate, tooEarly } = times[isEip3009Nonce(nonce) ? 'eip3009' : 'permit2']
  if (validBefore && validBefore.getTime() < now.getTime() + MARGIN_MS) return refuse(tooLate)
  return validAfter && validAfter.getTime() > now.getTime() ? refuse(tooEarly) : null
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
