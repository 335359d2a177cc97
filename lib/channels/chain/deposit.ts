import { BATCH_SETTLEMENT_ADDRESS, ERC3009_DEPOSIT_COLLECTOR_ADDRESS, PERMIT2_ADDRESS } from '@x402/evm'
import { encodeAbiParameters, encodeFunctionData, type Hex } from 'viem'
import { PayloadError } from '@/lib/base/chains/errors'
import type { EvmCall, SettlementCall } from '@/lib/base/chains/evm/evm-call'
import { findDueDeployment, unwrapSignature } from '@/lib/base/chains/evm/find-due-deployment'
import { readPermit } from '@/lib/base/chains/evm/settlement-call'
import { askFunds, balanceCall, createCallBatch } from '@/lib/base/chains/settlement/evm/call-batch'
import {
  type AssessmentTools,
  checkTimes,
  MARGIN_MS,
  type PaymentKind,
  type Times,
} from '@/lib/base/chains/settlement/evm/payment-kind'
import {
  type Assessment,
  type AssessmentRequest,
  refuse,
  refusedFor as refused,
  type SettlementRefusal,
} from '@/lib/base/chains/settlement/settlement-chain'
import type { SignedPayment } from '@/lib/base/chains/signed-payment'
import { isSameAddress } from '@/lib/base/x402/addresses'
import { channelReasons, toChannelState } from '@/lib/base/x402/payment-channel'
import type { PaymentPayload } from '@/lib/base/x402/wire'
import { askChannel, channelAbi, PERMIT2_DEPOSIT_COLLECTOR_ADDRESS } from './channel-contract'
import { type DepositPayload, depositOf } from './channel-payload'

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
    const permit = readDepositPermit(payment.payload, depositOf(payment))
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

async function read({ rpc, network, policy }: AssessmentTools, request: AssessmentRequest, calls: EvmCall[]) {
  const { authorization } = request.payment
  const { voucher } = depositOf(request.payment)
  const batch = createCallBatch(rpc, network)
  const [funds, channel] = [askFunds(batch, request), askChannel(batch, voucher.channelId)]
  const balance = batch.ask(balanceCall(authorization.asset as Hex, authorization.payer as Hex)) // Parsed.
  const places = calls.map((call) => batch.ask(call))
  const answers = await batch.run({ inAll: READING_GAS + policy.depositGas * BigInt(calls.length) })
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
  const { amountAtomic, voucher } = depositOf(payment)
  if (funds === null || channel === null || balanceAtomic === null) return refused(channelReasons.rpcReadFailed)
  if (balanceAtomic < amountAtomic) return refused(channelReasons.insufficientBalance)
  if (funds.spendableAtomic < amountAtomic) return refused(channelReasons.permit2AllowanceRequired)
  if (voucher.maxClaimableAtomic > channel.balanceAtomic + amountAtomic) {
    return refused(channelReasons.cumulativeExceedsBalance)
  }
  if (voucher.maxClaimableAtomic <= channel.claimedAtomic) return refused(channelReasons.cumulativeBelowClaimed)
  if (!hasPassed) return refused(channelReasons.depositSimulationFailed)
  return { isValid: true, ...funds, extra: toChannelState(voucher.channelId, channel) }
}

const erc3009Parameters = [{ type: 'uint256' }, { type: 'uint256' }, { type: 'uint256' }, { type: 'bytes' }] as const
const permit2Parameters = [{ type: 'uint256' }, { type: 'uint256' }, { type: 'bytes' }, { type: 'bytes' }] as const

/** The call that brings a verified deposit into its channel; any of our wallets may send it. */
export function buildDepositCall(payment: SignedPayment): SettlementCall {
  const deposit = depositOf(payment)
  const { signature, deployment } = unwrapSignature(deposit.authorization.signature)
  const [collector, collectorData] = collectorOf(payment.payload, deposit, signature)
  const args = [deposit.config, deposit.amountAtomic, collector, collectorData] as const
  const data = encodeFunctionData({ abi: channelAbi, functionName: 'deposit', args })
  return { call: { to: BATCH_SETTLEMENT_ADDRESS, data }, sender: null, deployment }
}

function collectorOf(payload: PaymentPayload, deposit: DepositPayload, signature: Hex) {
  const { authorization } = deposit
  if (authorization.form === 'eip3009') {
    const { validAfter, validBefore, salt } = authorization
    const terms = [validAfter, validBefore, BigInt(salt), signature] as const
    return [ERC3009_DEPOSIT_COLLECTOR_ADDRESS, encodeAbiParameters(erc3009Parameters, terms)] as const
  }
  const permit = readDepositPermit(payload, deposit)
  const terms = [authorization.nonce, authorization.deadline, signature, permit?.data ?? '0x'] as const
  return [PERMIT2_DEPOSIT_COLLECTOR_ADDRESS, encodeAbiParameters(permit2Parameters, terms)] as const
}

/** The payer's EIP-2612 approval of Permit2 for one deposit, as its collector takes it. */
type DepositPermit = { data: Hex; deadline: bigint }

const permitParameters = [
  { type: 'uint256' },
  { type: 'uint256' },
  { type: 'uint8' },
  { type: 'bytes32' },
  { type: 'bytes32' },
] as const

/** Null when none came along. Fails with a `PayloadError` for one of someone else or for something else. */
function readDepositPermit(payload: PaymentPayload, deposit: DepositPayload): DepositPermit | null {
  const isPermitted = deposit.authorization.form === 'permit2'
  const permit = isPermitted ? readPermit(payload, channelReasons.eip2612InvalidFormat) : null
  if (!permit) return null
  const { payer, token } = deposit.config
  if (!isSameAddress('evm', permit.from, payer)) throw mismatch(channelReasons.eip2612OwnerMismatch)
  if (!isSameAddress('evm', permit.asset, token)) throw mismatch(channelReasons.eip2612AssetMismatch)
  if (!isSameAddress('evm', permit.spender, PERMIT2_ADDRESS)) throw mismatch(channelReasons.eip2612SpenderMismatch)
  if (permit.value !== deposit.amountAtomic) throw mismatch(channelReasons.eip2612AmountMismatch)
  const { value, deadline, v, r, s } = permit
  return { deadline, data: encodeAbiParameters(permitParameters, [value, deadline, v, r, s]) }
}

const mismatch = (reason: string) => new PayloadError(reason, 'Expected an EIP-2612 permit for this very deposit.')
