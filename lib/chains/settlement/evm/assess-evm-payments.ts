import type { Hex } from 'viem'
import type { VerifyResponse } from '@/lib/x402/wire'
import { refusedAssessment } from '../refuse'
import type { Assessment, AssessmentRequest, Payment } from '../settlement-chain'
import { type CallAnswers, type CallBatch, createCallBatch } from './call-batch'
import type { EvmRpc } from './evm-rpc'
import { plainTransferOf } from './plain-transfer'
import { balanceCall, blockNumberCall, permit2AllowanceCall, spentCall } from './token-calls'

export type AssessmentTools = {
  rpc: EvmRpc
  network: string
  /** The SDK's verdict; throws when the network is silent. */
  verify(payment: Payment): Promise<VerifyResponse>
  /** The asset whose contract is known well enough to share a simulation, lower case. */
  knownAsset: string | null
}

/** The SDK's word for a payer of EIP-3009 without the money. */
const INSUFFICIENT_BALANCE = 'invalid_exact_evm_insufficient_balance'

/**
 * Assesses payments together; their signatures have been checked. Plain EIP-3009 transfers of the known asset are simulated in the same eth_call that
 * reads balances, and whoever lacks the money is refused by that reading; everything else gets its verdict from the SDK.
 */
export async function assessEvmPayments(tools: AssessmentTools, requests: AssessmentRequest[]): Promise<Assessment[]> {
  const batch = createCallBatch(tools.rpc, tools.network)
  const readings = requests.map((request) => askFunds(batch, request))
  const simulations = requests.map(({ payment }) => askSimulation(tools, batch, payment))
  const answers = await batch.run()
  return Promise.all(
    requests.map(async ({ payment }, index): Promise<Assessment> => {
      const simulation = simulations[index]
      const hasPassed = typeof simulation === 'number' && answers.hasSucceeded(simulation)
      const { funds, hasMoney } = (readings[index] as FundsReading)(answers) // One reading per request.
      if (typeof simulation === 'number' && !hasMoney) return { isValid: false, reason: INSUFFICIENT_BALANCE }
      const verdict: VerifyResponse = hasPassed ? { isValid: true } : await tools.verify(payment)
      return verdict.isValid ? { isValid: true, ...funds } : refusedAssessment(verdict)
    }),
  )
}

type FundsReading = (answers: CallAnswers) => {
  funds: { height: bigint; spendableAtomic: bigint; landedKeys: string[] }
  /** False when the balance could be read and is below the amount. */
  hasMoney: boolean
}

function askFunds(batch: CallBatch, { payment, inFlight }: AssessmentRequest): FundsReading {
  const { asset, payer } = payment.authorization
  const height = batch.ask(blockNumberCall())
  const balance = batch.ask(balanceCall(asset as Hex, payer as Hex)) // Checked when the authorization was read.
  const allowance = needsAllowance(payment) ? batch.ask(permit2AllowanceCall(asset as Hex, payer as Hex)) : null
  const spent = inFlight.map(({ authorization }) => {
    const { call, isSpent } = spentCall(authorization)
    return { key: authorization.key, place: batch.ask(call), isSpent }
  })
  return (answers) => {
    const limits = [balance, ...(allowance === null ? [] : [allowance])].map((place) => answers.numberAt(place))
    return {
      funds: {
        height: answers.numberAt(height),
        spendableAtomic: limits.reduce((least, limit) => (limit < least ? limit : least)),
        landedKeys: spent.filter(({ place, isSpent }) => isSpent(answers.numberAt(place))).map(({ key }) => key),
      },
      hasMoney: !answers.hasSucceeded(balance) || answers.numberAt(balance) >= BigInt(payment.requirements.amount),
    }
  }
}

/** A sponsored approval comes with the settlement, so today's allowance says nothing. */
function needsAllowance({ payload, authorization }: Payment): boolean {
  const isPermit2 = !authorization.nonce.startsWith('0x')
  return isPermit2 && !hasInfo(payload.extensions?.['eip2612GasSponsoring'])
}

const hasInfo = (extension: unknown) =>
  typeof extension === 'object' && extension !== null && 'info' in extension && Boolean(extension.info)

function askSimulation(tools: AssessmentTools, batch: CallBatch, payment: Payment): number | null {
  const call = plainTransferOf(payment, tools.knownAsset)
  return call && batch.ask(call)
}
