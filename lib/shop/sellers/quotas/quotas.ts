import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'

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

export const quotaReached = (name: QuotaName | 'newRoutes', allowed: number): DomainError =>
  new DomainError('QUOTA_REACHED', say('quota', { allowed, things: say(`quotaOf.${name}`) }))
