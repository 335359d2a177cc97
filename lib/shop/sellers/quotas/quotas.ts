import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'

/** The limits of a shop; `bytes` are those of its files and images. */
export const quotaNames = ['routes', 'files', 'bytes', 'uploadsPerMinute', 'webhooks'] as const
type QuotaName = (typeof quotaNames)[number]
export type Quotas = Record<QuotaName, number>

export const shopQuotas: Quotas = {
  routes: 1_000,
  files: 100,
  bytes: 1_000_000_000,
  uploadsPerMinute: 10,
  webhooks: 10,
}

const words: Record<QuotaName | 'newRoutes', Sentence> = {
  routes: say('quotaOf.routes'),
  files: say('quotaOf.files'),
  bytes: say('quotaOf.bytes'),
  uploadsPerMinute: say('quotaOf.uploadsPerMinute'),
  webhooks: say('quotaOf.webhooks'),
  newRoutes: say('quotaOf.newRoutes'),
}

export const quotaReached = (name: keyof typeof words, allowed: number): DomainError =>
  new DomainError('QUOTA_REACHED', say('quota', { allowed, things: words[name] }))
