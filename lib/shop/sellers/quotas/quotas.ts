import { z } from 'zod'
import type { Database, DatabaseTransaction } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { ruled, say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'

/** The limits of a shop; `bytes` are those of its files and images. */
export const quotaNames = ['routes', 'files', 'bytes', 'uploadsPerMinute', 'webhooks'] as const
type QuotaName = (typeof quotaNames)[number]
export type Quotas = Record<QuotaName, number>

const limit = z.number().int(ruled('wholeNumbers')).min(0, ruled('wholeNumbers')).max(1e15).optional()

/** Limits that an operator has set for one shop; omitted ones are as configured. */
export const ownQuotas = z
  .object({ routes: limit, files: limit, bytes: limit, uploadsPerMinute: limit, webhooks: limit })
  .strict()

const words: Record<QuotaName | 'newRoutes', Sentence> = {
  routes: say('quotaOf.routes'),
  files: say('quotaOf.files'),
  bytes: say('quotaOf.bytes'),
  uploadsPerMinute: say('quotaOf.uploadsPerMinute'),
  webhooks: say('quotaOf.webhooks'),
  newRoutes: say('quotaOf.newRoutes'),
}

export async function findQuotas(
  database: Database | DatabaseTransaction,
  { sellerId, defaults }: { sellerId: string; defaults: Quotas },
): Promise<Quotas> {
  const { quotas } = await database.seller.findUniqueOrThrow({ where: { id: sellerId }, select: { quotas: true } })
  const own = Object.entries(ownQuotas.parse(quotas)).filter(([, value]) => value !== undefined)
  return { ...defaults, ...Object.fromEntries(own) }
}

/** A `QUOTA_REACHED` refusal that names the limit. */
export const quotaReached = (name: keyof typeof words, allowed: number): DomainError =>
  new DomainError('QUOTA_REACHED', say('quota', { allowed, things: words[name] }))
