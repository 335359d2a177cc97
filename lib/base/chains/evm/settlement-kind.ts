import { extractEip2612GasSponsoringInfo } from '@x402/extensions'
import type { PaymentPayload } from '@/lib/base/x402/wire'
import type { GasPolicy } from '../gas-policy'
import { isEip6492Signature } from './check-contract-signature'

/** Key of the gas policy's limit for a settlement of that payload in its own transaction; known without the chain. */
export type SettlementKind = 'contractGas' | 'permit2Gas' | 'permitGas' | 'depositGas' | 'deploymentGas'

/** Read from the payload's form only. A plain key gets a contract's limit: only the chain knows whether it has code. */
export function settlementKindOf(payload: PaymentPayload): SettlementKind {
  if ('permit2Authorization' in payload.payload) {
    return extractEip2612GasSponsoringInfo(payload) ? 'permitGas' : 'permit2Gas'
  }
  const { signature } = payload.payload
  return typeof signature === 'string' && isEip6492Signature(signature) ? 'deploymentGas' : 'contractGas'
}

/** Gas limit of a settlement in its own transaction: the limit of its kind, at most its share of a block. */
export function gasCapOf(
  policy: GasPolicy,
  kind: SettlementKind | 'batchGas' | 'settleGas' | 'refundGas',
  blockGasLimit: bigint,
): bigint {
  const share = (blockGasLimit * policy.blockPercent) / 100n
  return policy[kind] < share ? policy[kind] : share
}
