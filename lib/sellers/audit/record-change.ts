import type { DatabaseTransaction, Prisma } from '@/lib/infra/database'
import type { Actor } from '../actor'

/** Every act that is recorded. */
export const auditActs = [
  'shop.opened',
  'shop.described',
  'shop.suspended',
  'shop.resumed',
  'quotas.set',
  'payee.set',
  'key.made',
  'key.revoked',
  'route.made',
  'route.changed',
  'route.moved',
  'upstream_key.made',
  'gateway.saved',
  'gateway.removed',
  'file.saved',
  'listing.changed',
  'route.suspended',
  'route.resumed',
  'listing.suspended',
  'listing.resumed',
  'refund.promised',
  'refund.confirmed',
  'refund.cancelled',
  'claim.asked',
  'webhook.added',
  'webhook.removed',
  'mail.set',
  'mail.removed',
  'wallet.added',
  'wallet.left',
  'invitation.made',
  'invitation.withdrawn',
] as const
/** The subject of an act: the first half of its name. */
export const changeKinds = [...new Set(auditActs.map((act) => act.split('.')[0] ?? act))]

type AuditAct = (typeof auditActs)[number]

export type Change = {
  at: Date
  /** The shop that is concerned; null for the site as a whole. */
  sellerId: string | null
  act: AuditAct
  /** The changed id, network or address. */
  subject: string
  /** Never a secret, nor an address that holds one. */
  before?: Prisma.InputJsonObject
  after?: Prisma.InputJsonObject
  /** The address that signed the change, where one had to. */
  wallet?: string
}

/** Writes down who changes what. Joins the transaction of the change, so that there is never one without the other. */
export async function recordChange(transaction: DatabaseTransaction, actor: Actor, change: Change): Promise<void> {
  const { accountId, sessionId, keyId } = actor
  const who = { accountId, sessionId: sessionId ?? null, keyId: keyId ?? null }
  await transaction.auditEntry.create({ data: { ...change, ...who } })
}
