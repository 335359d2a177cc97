import type { Sentence } from '@/lib/base/sentences/sentence'
import type { PaymentRequired } from '@/lib/base/x402/wire'
import { type Check, validateOwn } from '@/lib/bazaar/crawl/validate-resource'
import { proposeListingFix } from '@/lib/shop/sellers/listings/listing-fixes'
import type { RouteView } from '@/lib/shop/sellers/routes/get-route'

/** `fix` corrects it with one press; otherwise `advice` says what the seller can write. */
export type ListingCheck = Pick<Check, 'id' | 'level' | 'isPassed' | 'found'> & {
  advice: Sentence | null
  isFixable: boolean
}

/** A pass answers with itself, so its seller has no schemas to write. */
const ofSchemas: readonly string[] = ['describes_input', 'describes_output']

/** The checks that listing a route now would run on its present 402. */
export function checkListing(route: RouteView, challenge: PaymentRequired, shopName: string): ListingCheck[] {
  const fixable = { ...route, shopName, discovery: route.settings.discovery }
  const { checks } = validateOwn({ method: route.method, challenge })
  const meant = checks.filter(({ id }) => route.kind !== 'pass' || !ofSchemas.includes(id))
  return meant.map(({ id, level, isPassed, found, fix }) => ({
    id,
    level,
    isPassed,
    found,
    advice: fix,
    isFixable: !isPassed && proposeListingFix(id, fixable) !== null,
  }))
}
