import type { EvmCall } from '@/lib/base/chains/evm/evm-call'
import { buildSettlementCall, settlementKindOf } from '@/lib/base/chains/evm/settlement-call'
import { type SignedPayment, signedAs } from '@/lib/base/chains/signed-payment'
import { checkTimes, type PaymentKind, type Times } from './payment-kind'

export const transferKind: PaymentKind = {
  check: (payment, now) => checkTimes(payment, now, transferTimes),
  assess: null,
  buildCall: buildSettlementCall,
  // A deployed wallet has no deployment to pay for, even if its signature is wrapped in one.
  gasKindOf: ({ payload }, { isWrapped, isDue }) => (isWrapped && !isDue ? 'contractGas' : settlementKindOf(payload)),
}

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

const transferTimes: Times = {
  eip3009: {
    tooLate: 'invalid_exact_evm_payload_authorization_valid_before',
    tooEarly: 'invalid_exact_evm_payload_authorization_valid_after',
  },
  permit2: { tooLate: 'permit2_deadline_expired', tooEarly: 'permit2_not_yet_valid' },
}
