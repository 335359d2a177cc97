import { z } from 'zod'

/** The extension of a 402 that names passes by which the resource opens without a payment of its own. */
export const PASSES_EXTENSION = 'passes'

/** The answer of a pass to its holder: JSON, which people see as a page. */
export const PASS_MEDIA_TYPE = 'application/vnd.turnpike.pass+json'

/** A pass on sale, as a 402 names it: a paid resource of its own, which opens the covered ones by sign-in. */
export type PassOffer = {
  url: string
  title: string
  /** Dollars such as `$2`. */
  price: string
  days: number
  scope: 'shop' | 'part'
  /** Calls in a day of UTC, where the resource is called; absent for any number. */
  callsPerDay?: number | undefined
}

const passOffer: z.ZodType<PassOffer> = z.object({
  url: z
    .string()
    .url()
    .max(2_048)
    .regex(/^https?:/),
  title: z.string().trim().min(1).max(200),
  price: z.string().regex(/^\$\d{1,9}(\.\d{1,18})?$/),
  days: z.number().int().min(1).max(36_500),
  scope: z.enum(['shop', 'part']),
  callsPerDay: z.number().int().min(1).max(1_000_000_000).optional(),
})

/** More would make the header of each 402 longer. */
const MAX_OFFERS = 3

const declaration = z.object({ info: z.object({ passes: z.array(z.unknown()) }) })

/** The passes that a resource's 402 names. Any server may write there: only what is complete, and at its own origin. */
export function readPasses(extensions: Record<string, unknown> | undefined, resource: string): PassOffer[] {
  const parsed = declaration.safeParse(extensions?.[PASSES_EXTENSION])
  if (!parsed.success) return []
  const { origin } = new URL(resource)
  return parsed.data.info.passes.slice(0, MAX_OFFERS).flatMap((named) => {
    const offer = passOffer.safeParse(named)
    return offer.success && new URL(offer.data.url).origin === origin ? [offer.data] : []
  })
}

const schema = { type: 'object', properties: { passes: { type: 'array' } }, required: ['passes'] }

/** The extension in the usual shape; null where none of the passes is on sale. */
export function declarePasses(offers: readonly PassOffer[]): { info: { passes: PassOffer[] }; schema: object } | null {
  return offers.length === 0 ? null : { info: { passes: offers.slice(0, MAX_OFFERS) }, schema }
}
