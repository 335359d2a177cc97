import { extractEip2612GasSponsoringInfo } from '@x402/extensions'
import type { PaymentPayload } from '@/lib/base/x402/wire'
import type { GasPolicy } from '../gas-policy'
import { isEip6492Signature } from './check-contract-signature'

/** The entry of the gas policy that bounds the settlement of that payload on its own; known without the chain. */
export type SettlementKind = 'contractGas' | 'permit2Gas' | 'permitGas' | 'depositGas' | 'deploymentGas'

/** Told by the payload's form alone. A plain key is bounded as a contract: whether it has code only the chain knows. */
export function settlementKindOf(payload: PaymentPayload): SettlementKind {
  if ('permit2Authorization' in payload.payload) {
    return extractEip2612GasSponsoringInfo(payload) ? 'permitGas' : 'permit2Gas'
  }
  const { signature } = payload.payload
  return typeof signature === 'string' && isEip6492Signature(signature) ? 'deploymentGas' : 'contractGas'
}

/** What a settlement by itself may take at most: the cap of its kind, and never more than its share of a block. */
export function gasCapOf(
  policy: GasPolicy,
  kind: SettlementKind | 'batchGas' | 'settleGas' | 'refundGas',
  blockGasLimit: bigint,
): bigint {
  const share = (blockGasLimit * policy.blockPercent) / 100n
  return policy[kind] < share ? policy[kind] : share
}
