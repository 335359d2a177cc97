import type { Sentence } from '@/lib/base/sentences/sentence'
import type { PaymentRequired } from '@/lib/base/x402/wire'
import { type Check, validateOwn } from '@/lib/bazaar/crawl/validate-resource'
import type { RouteView } from '@/lib/shop/sellers/routes/routes'

export type ListingCheck = Pick<Check, 'id' | 'level' | 'isPassed' | 'found'> & { advice: Sentence | null }

/** A pass answers with itself, so its seller has no schemas to write. */
const ofSchemas: readonly string[] = ['describes_input', 'describes_output']

/** The checks that listing a route now would run on its present 402. */
export function checkListing({ kind, method }: RouteView, challenge: PaymentRequired): ListingCheck[] {
  const { checks } = validateOwn({ method, challenge })
  const meant = checks.filter(({ id }) => kind !== 'pass' || !ofSchemas.includes(id))
  return meant.map(({ id, level, isPassed, found, fix }) => ({ id, level, isPassed, found, advice: fix }))
}
