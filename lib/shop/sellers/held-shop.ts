import { Prisma } from '@/lib/base/infra/database'
import { type HeldKind, heldRows, whereNamed } from '@/lib/base/infra/held'
import type { ProvenWallet } from '@/lib/base/x402/proven-wallet'

const ownSeller = (accountId: string) =>
  Prisma.sql`seller_id IN (SELECT id FROM sellers WHERE account_id = ${accountId}::uuid)`

/** Rows of an account's shop, without its texts, files and secrets, which the shop's own pages and API have. */
export function heldShop(accountId: string): HeldKind[] {
  const where = ownSeller(accountId)
  const byId = (table: string, without: string[] = []) => heldRows(table, { at: 'id::text', where, without })
  return [
    heldRows('sellers', { at: 'id::text', where: Prisma.sql`account_id = ${accountId}::uuid` }),
    heldRows('seller_payees', { at: 'network', where }),
    byId('stored_routes'),
    byId('seller_keys', ['secret_hash']),
    byId('webhook_endpoints', ['sealed_key']),
    byId('mailboxes', ['confirm_nonce']),
    byId('mail_messages'),
    heldRows('audit_entries', {
      at: 'id::text',
      where: Prisma.sql`(account_id = ${accountId}::uuid OR ${where})`,
      // Account, session and key of an operator are not shown.
      without: Prisma.sql`CASE WHEN account_id = ${accountId}::uuid THEN '{}' ELSE '{account_id,session_id,key_id}' END`,
    }),
  ]
}

/** Rows about a wallet in shops: where it is paid, and that it signed changes. */
export const heldInShops = (wallet: ProvenWallet): HeldKind[] => [
  heldRows('seller_payees', {
    kind: 'paid_in_shops',
    at: `seller_id || ' ' || network`,
    where: whereNamed(wallet, 'address'),
  }),
  heldRows('audit_entries', {
    kind: 'signed_changes',
    at: 'id::text',
    where: Prisma.sql`wallet = ${wallet.address}`,
    // The change itself is the shop's, and may name others.
    without: ['account_id', 'session_id', 'key_id', 'subject', 'before', 'after'],
  }),
]
