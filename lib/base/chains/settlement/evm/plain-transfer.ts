import { isKeySigned } from '@/lib/base/chains/evm/check-evm-signature'
import { parseEvmTerms } from '@/lib/base/chains/evm/evm-authorization'
import type { EvmCall } from '@/lib/base/chains/evm/evm-call'
import { buildSettlementCall } from '@/lib/base/chains/evm/settlement-call'
import type { Payment } from '../settlement-chain'

/** Assessing and settling ask for the same payment's call; building it costs more than both do otherwise. */
const calls = new WeakMap<Payment['payload'], { requirements: Payment['requirements']; call: EvmCall | null }>()

/**
 * The call of an EIP-3009 transfer of the known asset by a plain key: its cost is bounded and it can share a
 * transaction. Null for every other payment.
 */
export function plainTransferOf({ payload, requirements }: Payment, knownAsset: string | null): EvmCall | null {
  const known = calls.get(payload)
  // The call is made for these very terms; the payload does not name the asset.
  if (known && known.requirements.asset === requirements.asset) return known.call
  const call = isPlain({ payload, requirements }, knownAsset) ? buildSettlementCall(payload, requirements).call : null
  calls.set(payload, { requirements, call })
  return call
}

type Terms = Pick<Payment, 'payload' | 'requirements'>

const isPlain = ({ payload, requirements }: Terms, knownAsset: string | null) =>
  isTransfer({ payload, requirements }, knownAsset) && isKeySigned(payload.payload, requirements)

function isTransfer({ payload, requirements }: Terms, knownAsset: string | null): boolean {
  if (requirements.scheme !== 'exact' || requirements.asset.toLowerCase() !== knownAsset) return false
  return parseEvmTerms(payload.payload, requirements).form === 'eip3009'
}

/**
 * The call of an EIP-3009 transfer of the known asset by a key or a contract wallet, to be simulated; null for every
 * other payment. The SDK would simulate 65 bytes of a contract wallet's as if a key had made them.
 */
export function transferOf(payment: Payment, knownAsset: string | null): EvmCall | null {
  const { payload, requirements } = payment
  const plain = plainTransferOf(payment, knownAsset)
  if (plain || !isTransfer(payment, knownAsset)) return plain
  return buildSettlementCall(payload, requirements).call
}
