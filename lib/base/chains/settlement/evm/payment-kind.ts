import { isEip3009Nonce } from '@/lib/base/chains/authorization'
import type { SettlementCall } from '@/lib/base/chains/evm/evm-call'
import type { SettlementKind } from '@/lib/base/chains/evm/settlement-call'
import type { SignedPayment } from '@/lib/base/chains/signed-payment'
import type { VerifyResponse } from '@/lib/base/x402/wire'
import { type Assessment, type AssessmentRequest, refuse, type SettlementRefusal } from '../settlement-chain'
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

export type PaymentKind = {
  /** Refuses what does not hold at that time, without the chain. */
  check: (payment: SignedPayment, now: Date) => SettlementRefusal | null
  /** Assesses a payment in a separate reading; null for a kind whose payments may share one. */
  assess: ((tools: AssessmentTools, request: AssessmentRequest) => Promise<Assessment>) | null
  buildCall: (payment: SignedPayment) => SettlementCall
  /** Key of the gas limit of its own transaction, perhaps with the deployment of its payer's wallet. */
  gasKindOf: (payment: SignedPayment, wallet: { isWrapped: boolean; isDue: boolean }) => SettlementKind
}

export type Times = Record<'eip3009' | 'permit2', { tooLate: string; tooEarly: string }>

/** The SDK's margins: six seconds must be left, none may be missing at the start. */
export const MARGIN_MS = 6_000

export function checkTimes({ authorization }: SignedPayment, now: Date, times: Times): SettlementRefusal | null {
  const { validAfter, validBefore, nonce } = authorization
  const { tooLate, tooEarly } = times[isEip3009Nonce(nonce) ? 'eip3009' : 'permit2']
  if (validBefore && validBefore.getTime() < now.getTime() + MARGIN_MS) return refuse(tooLate)
  return validAfter && validAfter.getTime() > now.getTime() ? refuse(tooEarly) : null
}
