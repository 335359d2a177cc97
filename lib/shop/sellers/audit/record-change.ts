import type { DatabaseTransaction, Prisma } from '@/lib/base/infra/database'
import type { Actor } from '../actor'
import type { AuditAct } from './acts'

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
