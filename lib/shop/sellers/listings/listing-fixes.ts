import type { RouteKind } from '../routes/kinds'
import type { RouteSettings } from '../routes/route-input'

type Discovery = RouteSettings['discovery']

/** The facts of a route from which a listing can be fixed without asking its seller. */
export type FixableRoute = { kind: RouteKind; title: string; shopName: string; discovery: Discovery }

const kindTags: Record<RouteKind, string> = {
  article: 'article',
  file: 'file',
  api: 'api',
  metered_api: 'api',
  sign_in: 'members',
  pass: 'pass',
}

/**
 * The fix for a check of the listing from known facts; null where only the seller knows it.
 * @param checkId an id of the catalog's validation
 */
export function proposeListingFix(checkId: string, route: FixableRoute): Partial<Discovery> | null {
  if (checkId === 'declares_bazaar' || checkId === 'describes_input') {
    return route.discovery.isListed ? null : { isListed: true }
  }
  if (checkId === 'has_service_name') {
    const serviceName = printable(route.shopName).slice(0, 32).trim()
    return serviceName === '' ? null : { serviceName }
  }
  if (checkId === 'has_tags') return { tags: tagsFor(route) }
  return null
}

/** Letters without their accents, and only printable ASCII. */
const printable = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/ +/g, ' ')
    .trim()

const smallWords = new Set(['about', 'and', 'for', 'from', 'how', 'into', 'our', 'the', 'this', 'with', 'your'])

function tagsFor({ kind, title }: FixableRoute): string[] {
  const words =
    printable(title)
      .toLowerCase()
      .match(/[a-z0-9]{3,32}/g) ?? []
  const telling = words.filter((word) => !smallWords.has(word))
  return [...new Set([kindTags[kind], ...telling])].slice(0, 5)
}
