import { createHash } from 'node:crypto'
import type { DatabaseTransaction } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'

/** Somebody else has saved since the caller read it. `current` is the version that stands now. */
export class ChangedMeanwhileError extends DomainError {
  constructor(
    readonly current: string,
    change: { at: string; who: Sentence },
  ) {
    super('CHANGED_MEANWHILE', say('changedMeanwhile', change))
  }
}

/** The version of what a save replaces: equal where the same would be replaced. */
export const contentVersion = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)

/** The versions that a save may replace; null where its sender did not say. */
export type ExpectedVersions = readonly string[] | null

const contentActs = ['route.changed', 'listing.changed', 'gateway.saved', 'shop.described']

/**
 * Refuses a save that began from another version than the stored one, with who changed it last and when. Joins the
 * transaction that writes, which has locked the shop. Fails with `CHANGED_MEANWHILE`.
 */
export async function refuseOthersChange(
  transaction: DatabaseTransaction,
  {
    sellerId,
    subject,
    expected,
    current,
  }: { sellerId: string; subject: string; expected: ExpectedVersions; current: string },
): Promise<void> {
  if (expected === null || expected.includes(current)) return
  const last = await transaction.auditEntry.findFirst({
    where: { sellerId, subject, act: { in: contentActs } },
    orderBy: { id: 'desc' },
    select: { at: true, keyId: true },
  })
  const key = last?.keyId ? await transaction.sellerKey.findUnique({ where: { id: last.keyId } }) : null
  const who = key ? say('changedByKey', { name: key.name }) : say('changedInDashboard')
  const at = (last?.at.toISOString() ?? '').replace('T', ' ').replace(/:\d\d\.\d+Z$/, ' UTC')
  throw new ChangedMeanwhileError(current, { at, who })
}
