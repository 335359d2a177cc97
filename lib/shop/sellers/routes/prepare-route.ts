import { splitAtDivider } from '@/lib/base/markdown/free-part'
import { withoutFrontMatter } from '@/lib/base/markdown/front-matter'
import { type Actor, getOwnSeller } from '../actor'
import { checkImages } from '../images/link-images'
import { InputRefusedError, parseInput } from '../input-refused-error'
import { findPassFaults } from '../passes/check-pass'
import { findShopTerms } from '../payments/shop-terms'
import type { SellersContext } from '../ports'
import { type CheckedRoute, checkRoute } from './check-route'
import { buildRouteAddress, toolNameOf } from './route-address'
import { routeFacts } from './route-facts'
import { type RouteInput, routeInput } from './route-input'
import { toSettings, toStoredSettings } from './to-settings'

/** A seller's input, checked against everything that would keep it from being sold. */
export type PreparedRoute = {
  sellerId: string
  handle: string
  input: RouteInput
  columns: ReturnType<typeof columnsOf>
  facts: ReturnType<typeof routeFacts>
  checked: CheckedRoute
}

/**
 * Prepares a seller's input for storing, and changes nothing. Fails with `INPUT_REFUSED`, naming the fields.
 * @param refuse throws where the input is not allowed here; called before it is checked
 */
export async function prepareRoute(
  context: SellersContext,
  actor: Actor,
  input: unknown,
  refuse: (parsed: RouteInput) => void = () => {},
): Promise<PreparedRoute> {
  const { id: sellerId, handle } = await getOwnSeller(context.database, actor)
  const parsed = divided(unfronted(parseInput(routeInput, input)))
  refuse(parsed)
  const { kind, title, method, path } = parsed
  if ('body' in parsed) await checkImages(context.database, sellerId, parsed)
  const address = buildRouteAddress(handle, method, path)
  const settings = toSettings(parsed)
  const upstreamUrl = 'upstream' in parsed ? parsed.upstream.url : null
  if (settings.pass) {
    const networks = settings.price?.networks ?? []
    const faults = await findPassFaults(context.database, sellerId, { pass: settings.pass, method, path, networks })
    if (Object.keys(faults).length > 0) throw new InputRefusedError(faults)
  }
  const shop = await findShopTerms(context.database, sellerId)
  const checked = await checkRoute(context, { kind, title, settings, address, upstreamUrl }, shop)
  return {
    sellerId,
    handle,
    input: parsed,
    columns: columnsOf(handle, parsed, { address, settings }),
    facts: routeFacts({ title, method, path, settings, upstreamUrl, text: textOf(parsed) }),
    checked,
  }
}

/** The whole text of what is sold as one; undefined for other kinds. */
const textOf = (input: RouteInput): string | undefined =>
  input.kind === 'article' || input.kind === 'sign_in' ? input.teaser + input.body : undefined

type Resolved = { address: ReturnType<typeof buildRouteAddress>; settings: ReturnType<typeof toSettings> }

function columnsOf(handle: string, input: RouteInput, { address: { routeKey, shape }, settings }: Resolved) {
  const { title, method, path } = input
  return {
    ...{ title, method, path, routeKey, shape },
    toolName: toolNameOf(handle, input),
    settings: toStoredSettings(settings),
  }
}

/** Front matter is about a text: it is neither sold nor shown. */
function unfronted(input: RouteInput): RouteInput {
  if (!('body' in input)) return input
  const [teaser, body] = [withoutFrontMatter(input.teaser), withoutFrontMatter(input.body)]
  if (teaser === input.teaser && body === input.body) return input
  return parseInput(routeInput, { ...input, teaser, body })
}

/**
 * Splits an article at the divider in its text, if it came without a teaser; returns everything else unchanged. Stored
 * texts are never split again, so that no text becomes free that its seller did not send as such. Fails with
 * `INPUT_REFUSED` where either part breaks its limits, such as nothing below the divider.
 */
function divided(input: RouteInput): RouteInput {
  if (input.kind !== 'article' || input.teaser.trim() !== '') return input
  const parts = splitAtDivider(input.body)
  return parts ? parseInput(routeInput, { ...input, teaser: parts.free, body: parts.paid.trim() && parts.paid }) : input
}
