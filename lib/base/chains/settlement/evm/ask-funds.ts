import type { Hex } from 'viem'
import type { SignedPayment } from '@/lib/base/chains/signed-payment'
import type { AssessmentRequest } from '../settlement-chain'
import type { CallAnswers, CallBatch } from './call-batch'
import { balanceCall, blockNumberCall, permit2AllowanceCall, spentCall } from './token-calls'

/** The amount that a payer may spend at a height, and its payments in flight that the amount already reflects. */
export type Funds = { height: bigint; spendableAtomic: bigint; landedKeys: string[] }

/** Asks for a payer's funds within a reading; null where a call for them failed. */
export function askFunds(
  batch: CallBatch,
  { payment, inFlight }: AssessmentRequest,
): (answers: CallAnswers) => Funds | null {
  const { asset, payer } = payment.authorization
  const height = batch.ask(blockNumberCall())
  const balance = batch.ask(balanceCall(asset as Hex, payer as Hex)) // Checked when the authorization was read.
  const allowance = needsAllowance(payment) ? [batch.ask(permit2AllowanceCall(asset as Hex, payer as Hex))] : []
  const spent = inFlight.map(({ authorization }) => {
    const { call, isSpent } = spentCall(authorization)
    return { key: authorization.key, place: batch.ask(call), isSpent }
  })
  return (answers) => {
    const [atHeight, least, ...limits] = [height, balance, ...allowance].map((place) => answers.numberAt(place))
    const states = spent.map(({ key, place, isSpent }) => ({ key, isSpent, answer: answers.numberAt(place) }))
    if (atHeight == null || least == null || limits.includes(null) || states.some(({ answer }) => answer === null)) {
      return null
    }
    return {
      height: atHeight,
      spendableAtomic: limits.reduce<bigint>(
        (known, limit) => (limit !== null && limit < known ? limit : known),
        least,
      ),
      landedKeys: states.flatMap(({ key, isSpent, answer }) => (answer !== null && isSpent(answer) ? [key] : [])),
    }
  }
}

/** A sponsored approval comes with the settlement, so today's allowance says nothing. */
function needsAllowance({ payload, authorization }: SignedPayment): boolean {
  const isPermit2 = !authorization.nonce.startsWith('0x')
  return isPermit2 && !hasInfo(payload.extensions?.['eip2612GasSponsoring'])
}

const hasInfo = (extension: unknown) =>
  typeof extension === 'object' && extension !== null && 'info' in extension && Boolean(extension.info)
