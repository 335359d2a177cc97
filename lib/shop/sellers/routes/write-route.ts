import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { DatabaseTransaction } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { splitAtDivider } from '@/lib/base/markdown/free-part'
import { withoutFrontMatter } from '@/lib/base/markdown/front-matter'
import { unreadIn } from '@/lib/base/markdown/parse-markdown'
import { say } from '@/lib/base/sentences/say'
import { PASS_MEDIA_TYPE } from '@/lib/base/x402/passes'
import { id } from '@/lib/base/x402/views'
import type { PaymentRequired } from '@/lib/base/x402/wire'
import { type Actor, getOwnSeller } from '../actor'
import { toJsonObject } from '../audit/changes'
import { changeShop, type LockedShop } from '../audit/own-shop'
import { type ExpectedVersions, refuseOthersChange } from '../content-version'
import { checkImages } from '../images/images'
import { InputRefusedError, parseInput } from '../input-refused-error'
import { routeSuspended } from '../operating/suspensions'
import { findPassFaults, findWorsened } from '../passes/passes'
import { noteRemoved, readCovered, reloadRoutes } from '../passes/shop-passes'
import { findShopTerms } from '../payments/payees'
import type { SellersContext } from '../ports'
import { enforceQuota } from '../quotas/quotas'
import { type CheckedRoute, checkRoute } from './check-route'
import { orderByPrice } from './dollars'
import { buildRouteAddress, refusePathTaken, routeUrl, toolNameOf } from './route-address'
import {
  inputOf,
  type RouteInput,
  type RouteSettings,
  type RouteState,
  routeInput,
  routeSettings,
  type StoredRouteParts,
} from './route-input'
import { originOf, signInNetworks, toStoredSettings } from './route-settings'
import { getRoute, type RouteView, routeVersion, unread, wholeText } from './routes'
import { openHeaders, refuseToSendElsewhere, writeContent } from './save-content'

/** A route as it would be stored in that shop. Fails with `INPUT_REFUSED` for a path that no route can have. */
export function planRoute(handle: string, input: RouteInput, how: Parameters<typeof toSettings>[1] = {}) {
  const { kind, title, method, path } = input
  const address = buildRouteAddress(handle, method, path)
  const settings = toSettings(input, how)
  const { routeKey, shape } = address
  const toolName = toolNameOf(handle, input)
  const columns = { kind, title, method, path, routeKey, shape, toolName, settings: toStoredSettings(settings) }
  const upstreamUrl = 'upstream' in input ? input.upstream.url : null
  return { kind, title, method, path, input, settings, address, columns, upstreamUrl }
}
export type PlannedRoute = ReturnType<typeof planRoute>

const mediaTypes: Record<RouteInput['kind'], string> = {
  article: 'text/html',
  file: 'application/octet-stream',
  api: 'application/json',
  metered_api: 'application/json',
  sign_in: 'text/html',
  pass: PASS_MEDIA_TYPE,
}

/** @param before the route's settings so far; null where no buyer knows them */
function toSettings(
  input: RouteInput,
  { access = 'paid', before = null }: { access?: RouteSettings['access']; before?: RouteSettings | null } = {},
): RouteSettings {
  const settings = routeSettings.parse({
    networks: [],
    metering: null,
    ...input,
    mimeType: (input.kind === 'pass' ? undefined : input.mimeType) ?? mediaTypes[input.kind],
    settle: input.kind === 'metered_api' ? 'after' : input.settle,
    signIn: signInOf(input),
    ...pricesOf(input),
    access,
  })
  const sellsOn = signInNetworks(settings)
  return { ...settings, soldOn: before ? signInNetworks(before).filter((network) => !sellsOn.includes(network)) : [] }
}

function signInOf(input: RouteInput): RouteSettings['signIn'] {
  if (input.kind === 'pass') return {}
  return input.kind === 'sign_in' ? (input.signIn ?? {}) : input.signIn
}

/** A route with several prices has the highest as its one price, so that no buyer pays more than that. */
function pricesOf(input: RouteInput): Pick<RouteSettings, 'price' | 'options'> {
  if (input.kind === 'sign_in') return { price: null, options: [] }
  const { price = null } = input
  const options = 'options' in input ? (input.options ?? []) : []
  const dearest = orderByPrice(options).at(-1)
  if (!dearest) return { price, options: [] }
  const networks = [...new Set(options.flatMap((option) => option.networks))]
  return { price: { dollars: dearest.dollars, networks, manySmallCalls: false }, options }
}

/** The whole text of what is sold as one; undefined for other kinds. */
const textOf = (input: RouteInput): string | undefined =>
  input.kind === 'article' || input.kind === 'sign_in' ? wholeText(input) : undefined

type RouteFactsInput = Pick<StoredRouteParts, 'title' | 'method' | 'path' | 'settings'> & {
  upstreamUrl: string | null
  /** The whole text; only its length and digest are recorded. */
  text: string | undefined
}

/** The facts that are recorded when a route changes. Only the origin of the upstream: the rest may hold a secret. */
function routeFacts({ title, method, path, settings, upstreamUrl, text }: RouteFactsInput) {
  const { price, options, networks, metering, pass } = settings
  const said = text !== undefined && {
    characters: text.length,
    sha256: createHash('sha256').update(text).digest('hex'),
  }
  const sold = { price, options, networks, metering, pass }
  return toJsonObject({ title, method, path, ...sold, upstream: originOf(upstreamUrl), ...said })
}

const factsOf = (route: PlannedRoute) => routeFacts({ ...route, text: textOf(route.input) })

/**
 * Plans a route of the actor's shop, and checks it against everything that would keep it from being sold; changes
 * nothing. Fails with `INPUT_REFUSED`, naming the fields.
 * @param before its settings so far; null where no buyer knows them
 */
async function prepareRoute(
  context: SellersContext,
  actor: Actor,
  input: RouteInput,
  before: RouteSettings | null = null,
): Promise<{ handle: string; planned: PlannedRoute; checked: CheckedRoute }> {
  const { id: sellerId, handle } = await getOwnSeller(context.database, actor)
  if ('body' in input) await checkImages(context.database, sellerId, input)
  const planned = planRoute(handle, input, { before })
  if (input.kind === 'pass') {
    const networks = input.price?.networks ?? []
    const faults = await findPassFaults(context.database, sellerId, { ...input, networks })
    if (Object.keys(faults).length > 0) throw new InputRefusedError(faults)
  }
  const checked = await checkRoute(context, planned, await findShopTerms(context.database, sellerId))
  return { handle, planned, checked }
}

/**
 * Parses an input. Takes front matter off a text, and splits an article that came without a teaser at its divider. Stored
 * texts are never split again, so that no text becomes free that its seller did not send as such. Fails with
 * `INPUT_REFUSED` also where either part breaks its limits, such as nothing below the divider.
 */
function parseRoute(given: unknown): RouteInput {
  const input = parseInput(routeInput, given)
  if (!('body' in input)) return input
  const [teaser, body] = [withoutFrontMatter(input.teaser), withoutFrontMatter(input.body)]
  const parts = input.kind === 'article' && teaser.trim() === '' ? splitAtDivider(body) : null
  if (!parts && teaser === input.teaser && body === input.body) return input
  const texts = parts ? { teaser: parts.free, body: parts.paid.trim() && parts.paid } : { teaser, body }
  return parseInput(routeInput, { ...input, ...texts })
}

/** Adds a route to a shop, in the caller's transaction. */
export async function insertRoute(
  { sealKey }: SellersContext,
  { transaction, sellerId, revision, now }: LockedShop,
  { columns, input }: PlannedRoute,
  own: { state: 'draft' | 'live'; gatewayId?: string },
): Promise<string> {
  const row = { ...columns, ...own, sellerId, revision, createdAt: now, updatedAt: now }
  const { id } = await transaction.storedRoute.create({ data: row, select: { id: true } })
  await writeContent(transaction, sealKey, { sellerId, routeId: id, now }, input)
  return id
}

/** Replaces what a route says, in the caller's transaction. Fails with `ROUTE_CHANGED` where its state is another now. */
export async function replaceRoute(
  { sealKey }: SellersContext,
  { transaction, sellerId, revision, now }: LockedShop,
  { id, state }: { id: string; state: RouteState },
  { columns, input }: PlannedRoute,
): Promise<void> {
  const data = { ...columns, revision, updatedAt: now }
  const { count } = await transaction.storedRoute.updateMany({ where: { id, sellerId, state }, data })
  if (count !== 1) throw new DomainError('ROUTE_CHANGED', say('routeChanged'))
  await writeContent(transaction, sealKey, { sellerId, routeId: id, now }, input)
}

const challengeWarning = z.string().nullable().describe('Why some clients may not get its 402; null as a rule.')
export const newRouteShape = z.object({
  routeId: id,
  url: z.string(),
  state: z.enum(['draft', 'live']),
  challengeWarning,
  unread,
})

/**
 * Makes a paid route. A live one answers 402 at once, on every instance within two seconds; a file's stays a draft
 * until the file is uploaded. Fails with `INPUT_REFUSED` or `ROUTE_PATH_TAKEN`.
 */
export async function createRoute(
  context: SellersContext,
  actor: Actor,
  given: unknown,
): Promise<z.infer<typeof newRouteShape>> {
  const input = parseRoute(given)
  const { handle, planned, checked } = await prepareRoute(context, actor, input)
  const state = input.kind === 'file' ? 'draft' : input.state
  const routeId = await refusePathTaken(
    changeShop(context, actor, async (shop) => {
      const { transaction, sellerId, revision, now, record } = shop
      await enforceQuota(transaction, { sellerId, name: 'routes', quotas: context.limits.quotas, now })
      const id = await insertRoute(context, shop, planned, { state })
      if (input.kind === 'pass' && state === 'live') await reloadRoutes(transaction, { sellerId, revision })
      await record('route.made', id, { after: { state, ...factsOf(planned) } })
      return id
    }),
  )
  const url = routeUrl(context.publicOrigin, handle, input.path)
  return { routeId, url, state, challengeWarning: checked.challengeWarning, unread: unreadIn(textOf(input) ?? '') }
}

/**
 * Changes a route; the next 402 shows it. Its kind is fixed, and so is its address once it has been live, since
 * purchases are stored under it: duplicate the route instead. Publishing, pausing and archiving change its state.
 * Returns the new version. Fails with `CHANGED_MEANWHILE` where none of the `expected` versions is stored any more.
 */
export async function updateRoute(
  context: SellersContext,
  actor: Actor,
  routeId: string,
  given: unknown,
  expected: ExpectedVersions = null,
): Promise<string> {
  const before = await getRoute(context, actor, routeId)
  const input = parseRoute(given)
  refuseOtherRoute(before, input)
  const { planned } = await prepareRoute(context, actor, input, isKnown(before) ? before.settings : null)
  return refusePathTaken(
    changeShop(context, actor, async (shop) => {
      const { transaction, sellerId, revision, record } = shop
      const stored = await readContent(transaction, routeId)
      await refuseOthersChange(transaction, { sellerId, subject: routeId, expected, current: routeVersion(stored) })
      const covered = await readCovered(transaction, sellerId)
      await replaceRoute(context, shop, { id: routeId, state: before.state }, planned)
      await noteRemoved(transaction, sellerId, covered)
      if (before.kind === 'pass') await reloadRoutes(transaction, { sellerId, revision })
      const text = stored.article ? wholeText(stored.article) : undefined
      const facts = routeFacts({ ...before, upstreamUrl: before.upstream?.url ?? null, text })
      await record('route.changed', routeId, { before: facts, after: factsOf(planned) })
      return routeVersion(await readContent(transaction, routeId))
    }),
  )
}

const readContent = (transaction: DatabaseTransaction, routeId: string) =>
  transaction.storedRoute.findUniqueOrThrow({
    where: { id: routeId },
    include: { article: { select: { teaser: true, body: true } }, upstream: true },
  })

function refuseOtherRoute(before: RouteView, input: RouteInput): void {
  const { kind, method, path } = input
  // A form and a call of one route know only prices: either would put up for sale what is free or refused.
  if (before.settings.access !== 'paid') throw new DomainError('ROUTE_KIND_FIXED', say('operationInGateway'))
  if (kind !== before.kind) throw new DomainError('ROUTE_KIND_FIXED', say('kindFixed'))
  if (before.state === 'archived') throw new DomainError('ROUTE_ARCHIVED', say('archivedFixed'))
  if (!isKnown(before)) return
  if (method !== before.method || path !== before.path) {
    throw new DomainError('ROUTE_ADDRESS_FIXED', say('addressFixed'))
  }
  const { pass, signIn } = before.settings
  const kept = toSettings(input).signIn
  const isKept = !signIn || (kept !== null && kept.resourceUri === signIn.resourceUri)
  const faults = {
    ...(pass && input.kind === 'pass' && findWorsened(pass, input.pass)),
    ...(!isKept && { signIn: say('signInFixed') }),
  }
  if (Object.keys(faults).length > 0) throw new InputRefusedError(faults)
}

/** Whether buyers may know it: it is, or has been, on sale. */
const isKnown = ({ state, suspension }: RouteView): boolean => state !== 'draft' || suspension !== null

/**
 * Makes a draft with the same settings and content at another path of the shop. A file has to be uploaded again. Secret
 * headers are copied: sealed again, and never shown. Fails with `ROUTE_SUSPENDED`, with `INPUT_REFUSED` where it could
 * not be sold at that path, and with `ROUTE_KIND_FIXED` for an operation of a gateway.
 */
export async function duplicateRoute(
  context: SellersContext,
  actor: Actor,
  routeId: string,
  path: string,
): Promise<{ routeId: string }> {
  const before = await getRoute(context, actor, routeId)
  const { settings, suspension } = before
  if (suspension) throw routeSuspended(suspension.reason)
  if (settings.access !== 'paid') throw new DomainError('ROUTE_KIND_FIXED', say('operationInGateway'))
  const input = parseInput(routeInput, { ...inputOf(before), path })
  const { planned } = await prepareRoute(context, actor, input, settings)
  const copyId = await refusePathTaken(
    changeShop(context, actor, async (shop) => {
      const { transaction, sellerId, now, record } = shop
      await enforceQuota(transaction, { sellerId, name: 'routes', quotas: context.limits.quotas, now })
      const upstream = await transaction.routeUpstream.findUnique({ where: { routeId } })
      if (planned.upstreamUrl !== null) refuseToSendElsewhere(upstream, planned.upstreamUrl)
      const headers = openHeaders(context.sealKey, routeId, upstream?.sealedHeaders ?? null)
      const whole = 'upstream' in input ? { ...input, upstream: { ...input.upstream, headers } } : input
      const id = await insertRoute(context, shop, { ...planned, input: whole }, { state: 'draft' })
      await record('route.made', id, { after: { state: 'draft', copyOf: routeId, ...factsOf(planned) } })
      return id
    }),
  )
  return { routeId: copyId }
}

export const challengeShape = z.record(z.unknown()).describe('The decoded PAYMENT-REQUIRED.')
export const previewShape = z.object({ challenge: challengeShape, challengeCharacters: z.number(), challengeWarning })

/** The 402 that agents would get for a route that is not saved yet. Fails as saving it would. */
export async function previewChallenge(
  context: SellersContext,
  actor: Actor,
  input: unknown,
): Promise<Omit<CheckedRoute, 'terms'> & { challenge: PaymentRequired }> {
  const { terms, ...measured } = (await prepareRoute(context, actor, parseRoute(input))).checked
  return { challenge: terms.challenge, ...measured }
}
