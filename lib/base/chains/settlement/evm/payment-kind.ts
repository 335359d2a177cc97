import type { Log } from 'viem'
import { type Authorization, isEip3009Nonce } from '@/lib/base/chains/authorization'
import type { Chains } from '@/lib/base/chains/chains'
import type { EvmAccount } from '@/lib/base/chains/evm/evm-account'
import type { SettlementCall } from '@/lib/base/chains/evm/evm-call'
import type { SettlementKind } from '@/lib/base/chains/evm/settlement-call'
import type { GasWallets } from '@/lib/base/chains/facilitator/gas-wallets'
import type { GasPolicy } from '@/lib/base/chains/gas-policy'
import type { SignedPayment } from '@/lib/base/chains/signed-payment'
import type { VerifyResponse } from '@/lib/base/x402/wire'
import {
  type Assessment,
  type AssessmentRequest,
  refuse,
  type SchemeRequests,
  type SettlementRefusal,
} from '../settlement-chain'
import type { EvmRpc } from './evm-rpc'
import type { GasMarket } from './gas-market'

export type PreparationTools = {
  rpc: EvmRpc
  network: string
  /** The asset whose contract is known well enough to share a simulation or a transaction, lower case. */
  knownAsset: string | null
  factories: readonly string[]
  wallets: readonly EvmAccount[]
  policy: GasPolicy
  readMarket(): Promise<GasMarket>
  kindOf(payment: SignedPayment): PaymentKind
}

export type AssessmentTools = PreparationTools & {
  /** The SDK's verdict; throws when the network is silent. */
  verify(payment: SignedPayment): Promise<VerifyResponse>
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

/** How a scheme beyond `exact` and `upto` is settled. */
export type SettledScheme = {
  name: string
  /** Its part of `/supported`. */
  kindExtra: (wallets: GasWallets) => Record<string, unknown>
  payments: PaymentKind
  openRequests: (tools: RequestTools) => SchemeRequests
  /** True for the authorization of a request; one of a payer has the payer's nonce. */
  isRequest: (authorization: Pick<Authorization, 'nonce'>) => boolean
  /** The amount that a request has moved in its transaction; null when it did nothing. */
  amountOfRequest: (receipt: LandedReceipt, authorization: Authorization) => bigint | null
}

export type RequestTools = PreparationTools & {
  authorizers: readonly EvmAccount[]
  checkSignature: Chains['checkSignature']
}

export type LandedReceipt = { status: 'success' | 'reverted'; logs: Pick<Log, 'address' | 'topics' | 'data'>[] }

export type Times = Record<'eip3009' | 'permit2', { tooLate: string; tooEarly: string }>

/** The SDK's margins: six seconds must be left, none may be missing at the start. */
export const MARGIN_MS = 6_000

export function checkTimes({ authorization }: SignedPayment, now: Date, times: Times): SettlementRefusal | null {
  const { validAfter, validBefore, nonce } = authorization
  const { tooLate, tooEarly } = times[isEip3009Nonce(nonce) ? 'eip3009' : 'permit2']
  if (validBefore && validBefore.getTime() < now.getTime() + MARGIN_MS) return refuse(tooLate)
  return validAfter && validAfter.getTime() > now.getTime() ? refuse(tooEarly) : null
}
