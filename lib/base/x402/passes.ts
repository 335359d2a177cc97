import { z } from 'zod'
import { formatAtomic, parseDollars } from './money'

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

/** A pass beside single purchases: the price of a call if all of its calls are used, else the purchase from which it is cheaper. */
export type PassWorth = { kind: 'call'; dollars: string } | { kind: 'from'; count: number }

const DIGITS = 18
/** A stranger's price may be longer, and compares with nothing. */
const MAX_DIGITS = 40
/** Nobody buys that often in the time of a pass. */
const MOST_COMPARED = 10_000

/** @param each dollars of one purchase; null where that has no fixed price, and nothing can be compared without a limit of calls */
export function worthOfPass(
  { price, days, callsPerDay }: Pick<PassOffer, 'price' | 'days' | 'callsPerDay'>,
  each: string | null,
): PassWorth | null {
  const whole = parseDollars(price, DIGITS)
  if (callsPerDay !== undefined)
    return { kind: 'call', dollars: `$${formatAtomic(perCall(whole, days * callsPerDay), DIGITS)}` }
  const single = each === null || each.length > MAX_DIGITS ? 0n : parseDollars(each, DIGITS)
  const count = single === 0n ? MOST_COMPARED + 1 : Number(whole / single) + 1
  return count > MOST_COMPARED ? null : { kind: 'from', count }
}

/** Rounded up to two figures: a call is never dearer than it is said. */
function perCall(whole: bigint, calls: number): bigint {
  const exact = (whole + BigInt(calls) - 1n) / BigInt(calls)
  const unit = 10n ** BigInt(Math.max(0, exact.toString().length - 2))
  return ((exact + unit - 1n) / unit) * unit
}

const schema = { type: 'object', properties: { passes: { type: 'array' } }, required: ['passes'] }

/** The extension in the usual shape; null where none of the passes is on sale. */
export function declarePasses(offers: readonly PassOffer[]): { info: { passes: PassOffer[] }; schema: object } | null {
  return offers.length === 0 ? null : { info: { passes: offers.slice(0, MAX_OFFERS) }, schema }
}
