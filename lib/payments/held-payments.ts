import { Prisma } from '@/lib/base/infra/database'
import { type HeldKind, heldRows, whereNamed } from '@/lib/base/infra/held'
import type { ProvenWallet } from '@/lib/base/x402/proven-wallet'

/** The ledger's rows about a wallet: what it paid, may open, got back, and its channels. Without stored answers. */
export function heldPayments(wallet: ProvenWallet): HeldKind[] {
  const isPayer = whereNamed(wallet, 'payer_identity')
  const isRefunded = Prisma.sql`payment_id IN (SELECT id FROM payments WHERE ${isPayer})`
  return [
    heldRows('payments', { at: 'id::text', where: isPayer, without: ['response_body', 'lease_token'] }),
    heldRows('entitlements', { at: `resource_uri || ' ' || network`, where: whereNamed(wallet, 'address_identity') }),
    heldRows('pass_uses', {
      at: `pass_id || ' ' || day`,
      where: whereNamed({ ...wallet, scope: 'evm' }, 'payer_identity'),
    }),
    heldRows('refunds', { at: 'id::text', where: isRefunded }),
    heldRows('payment_channels', { at: `network || ' ' || id`, where: whereNamed(wallet, 'payer', 'receiver') }),
  ]
}
