import type { DatabaseTransaction, Prisma } from '@/lib/base/infra/database'
import type { Actor } from '../actor'
import type { AuditAct } from './acts'

export type Change = {
  at: Date
  /** The shop that the change is in; null for the site as a whole. */
  sellerId: string | null
  act: AuditAct
  /** The changed id, network or address. */
  subject: string
  /** Never holds a secret, nor a URL with one in it. */
  before?: Prisma.InputJsonObject
  after?: Prisma.InputJsonObject
  /** The address that signed the change, where one had to. */
  wallet?: string
}

/** Records a change and its actor. Joins the transaction of the change, so that neither exists without the other. */
export async function recordChange(transaction: DatabaseTransaction, actor: Actor, change: Change): Promise<void> {
  const { accountId, sessionId, keyId } = actor
  const who = { accountId, sessionId: sessionId ?? null, keyId: keyId ?? null }
  await transaction.auditEntry.create({ data: { ...change, ...who } })
}
