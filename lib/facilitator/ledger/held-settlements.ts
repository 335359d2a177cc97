import { type HeldKind, heldRows, whereNamed } from '@/lib/base/infra/held'
import type { ProvenWallet } from '@/lib/base/x402/proven-wallet'

/** The facilitator's rows about a wallet: payments that it settled or refused, and the gas that they cost. */
export const heldSettlements = (wallet: ProvenWallet): HeldKind[] => [
  heldRows('settlements', { at: 'key', where: whereNamed(wallet, 'payer', 'pay_to'), without: ['claim_token'] }),
  heldRows('gas_uses', {
    at: `concat_ws(' ', network, day, wallet, purpose, payee, caller)`,
    where: whereNamed(wallet, 'payee'),
  }),
]
