import type { SignedPayment } from '@/lib/base/chains/signed-payment'
import type { VerifyResponse } from '@/lib/base/x402/wire'
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
