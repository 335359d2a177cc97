import { Prisma } from '@/lib/base/infra/database'
import { type HeldKind, heldRows } from '@/lib/base/infra/held'

/** Rows of an account: its wallets and its sessions, without what opens them. */
export function heldAccount(accountId: string): HeldKind[] {
  const where = Prisma.sql`account_id = ${accountId}::uuid`
  return [
    heldRows('account_wallets', { at: `scope || ' ' || address_identity`, where }),
    heldRows('sessions', { at: 'id::text', where, without: ['token_hash', 'previous_token_hash'] }),
  ]
}
