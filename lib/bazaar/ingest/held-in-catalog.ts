import { Prisma } from '@/lib/base/infra/database'
import { type HeldKind, heldRows, whereNamed } from '@/lib/base/infra/held'
import { addressIdentity } from '@/lib/base/x402/addresses'
import type { ProvenWallet } from '@/lib/base/x402/proven-wallet'

/** The catalog's rows about a wallet: sales that count for an entry, and entries that name it as payee. */
export function heldInCatalog(wallet: ProvenWallet): HeldKind[] {
  const isParty = whereNamed(wallet, 'payer', 'pay_to')
  const { scope, address } = wallet
  const isPayer = Prisma.sql`payer = ANY(${[address, addressIdentity(scope, address)]})`
  return [
    heldRows('catalog_settlements', { at: 'authorization_key', where: isParty }),
    heldRows('catalog_waiting_sales', { at: 'key', where: isParty }),
    heldRows('catalog_payers', { at: `entry_id || ' ' || payer`, where: isPayer }),
    heldRows('catalog_payment_options', { at: 'id::text', where: whereNamed(wallet, 'pay_to') }),
  ]
}
