/** The extension of a 402 that names passes by which the resource opens without a payment of its own. */
export const PASSES_EXTENSION = 'passes'

/** The answer of a pass to its holder: JSON, which people see as a page. */
export const PASS_MEDIA_TYPE = 'application/vnd.turnpike.pass+json'

/** A pass covers all that a shop sells, or a part of it. */
type PassScope = 'shop' | 'part'

/** A pass on sale, as a 402 names it: a paid resource of its own, which opens the covered ones by sign-in. */
export type PassOffer = {
  url: string
  title: string
  /** Dollars such as `$2`. */
  price: string
  days: number
  scope: PassScope
  /** Calls of APIs in a day of UTC; absent for any number. */
  callsPerDay?: number
}

/** More would make the header of each 402 longer. */
const MAX_OFFERS = 3

const schema = { type: 'object', properties: { passes: { type: 'array' } }, required: ['passes'] }

/** The extension in the usual shape; null where none of the passes is on sale. */
export function declarePasses(offers: readonly PassOffer[]): { info: { passes: PassOffer[] }; schema: object } | null {
  return offers.length === 0 ? null : { info: { passes: offers.slice(0, MAX_OFFERS) }, schema }
}
