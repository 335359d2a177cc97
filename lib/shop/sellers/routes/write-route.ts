import { z } from 'zod'
import type { DatabaseTransaction } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { splitAtDivider } from '@/lib/base/markdown/free-part'
import { withoutFrontMatter } from '@/lib/base/markdown/front-matter'
import { unreadIn } from '@/lib/base/markdown/parse-markdown'
import { say } from '@/lib/base/sentences/say'
import { id } from '@/lib/base/x402/views'
import type { PaymentRequired } from '@/lib/base/x402/wire'
import { type Actor, getOwnSeller } from '../actor'
import { changeShop } from '../audit/own-shop'
import { type ExpectedVersions, refuseOthersChange } from '../content-version'
import { checkImages, linkImages } from '../images/images'
import { InputRefusedError, parseInput } from '../input-refused-error'
import { routeSuspended } from '../operating/suspensions'
import { findPassFaults, findWorsened } from '../passes/passes'
import { noteRemoved, readCovered, reloadRoutes } from '../passes/shop-passes'
import { findShopTerms } from '../payments/payees'
import type { SellersContext } from '../ports'
import { enforceQuota } from '../quotas/quotas'
import { openSealed, sealText } from '../seal'
import { type CheckedRoute, checkRoute } from './check-route'
import { buildRouteAddress, refusePathTaken, routeUrl, toolNameOf } from './route-address'
import { type RouteInput, routeInput } from './route-input'
import { routeFacts, toSettings, toStoredSettings } from './route-settings'
import { getRoute, type RouteView, routeVersion, unread, wholeText } from './routes'
import { writeContent } from './save-content'

/**
 * Checks a seller's input against everything that would keep it from being sold, and changes nothing. Fails with
 * `INPUT_REFUSED`, naming the fields.
 */
async function prepareRoute(context: SellersContext, actor: Actor, input: unknown, before: RouteView | null = null) {
  const { id: sellerId, handle } = await getOwnSeller(context.database, actor)
  const parsed = divided(parseInput(routeInput, input))
  if (before) refuseOtherRoute(before, parsed)
  const { kind, title, method, path } = parsed
  if ('body' in parsed) await checkImages(context.database, sellerId, parsed)
  const address = buildRouteAddress(handle, method, path)
  const settings = toSettings(parsed, before && isKnown(before) ? before.settings : null)
  const upstreamUrl = 'upstream' in parsed ? parsed.upstream.url : null
  if (settings.pass) {
    const networks = settings.price?.networks ?? []
    const faults = await findPassFaults(context.database, sellerId, { pass: settings.pass, method, path, networks })
    if (Object.keys(faults).length > 0) throw new InputRefusedError(faults)
  }
  const shop = await findShopTerms(context.database, sellerId)
  const checked = await checkRoute(context, { kind, title, settings, address, upstreamUrl }, shop)
  const { routeKey, shape } = address
  const toolName = toolNameOf(handle, parsed)
  return {
    handle,
    input: parsed,
    columns: { title, method, path, routeKey, shape, toolName, settings: toStoredSettings(settings) },
    facts: routeFacts({ title, method, path, settings, upstreamUrl, text: textOf(parsed) }),
    checked,
  }
}

/** The whole text of what is sold as one; undefined for other kinds. */
const textOf = (input: RouteInput): string | undefined =>
  input.kind === 'article' || input.kind === 'sign_in' ? wholeText(input) : undefined

/**
 * Takes front matter off a text, and splits an article that came without a teaser at its divider; returns everything
 * else unchanged. Stored texts are never split again, so that no text becomes free that its seller did not send as such.
 * Fails with `INPUT_REFUSED` where either part breaks its limits, such as nothing below the divider.
 */
function divided(input: RouteInput): RouteInput {
  if (!('body' in input)) return input
  const [teaser, body] = [withoutFrontMatter(input.teaser), withoutFrontMatter(input.body)]
  const parts = input.kind === 'article' && teaser.trim() === '' ? splitAtDivider(body) : null
  if (!parts && teaser === input.teaser && body === input.body) return input
  const texts = parts ? { teaser: parts.free, body: parts.paid.trim() && parts.paid } : { teaser, body }
  return parseInput(routeInput, { ...input, ...texts })
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
  input: unknown,
): Promise<z.infer<typeof newRouteShape>> {
  const { publicOrigin, sealKey, limits } = context
  const { handle, input: parsed, columns, facts, checked } = await prepareRoute(context, actor, input)
  const { kind } = parsed
  const state = kind === 'file' ? 'draft' : parsed.state
  const routeId = await refusePathTaken(
    changeShop(context, actor, async ({ transaction, sellerId, revision, now, record }) => {
      await enforceQuota(transaction, { sellerId, name: 'routes', quotas: limits.quotas, now })
      const row = { ...columns, kind, state, sellerId, revision, createdAt: now, updatedAt: now }
      const { id } = await transaction.storedRoute.create({ data: row, select: { id: true } })
      await writeContent(transaction, sealKey, { sellerId, routeId: id, now }, parsed)
      if (kind === 'pass' && state === 'live') await reloadRoutes(transaction, { sellerId, revision })
      await record('route.made', id, { after: { state, ...facts } })
      return id
    }),
  )
  const url = routeUrl(publicOrigin, handle, parsed.path)
  return { routeId, url, state, challengeWarning: checked.challengeWarning, unread: unreadIn(textOf(parsed) ?? '') }
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
  input: unknown,
  expected: ExpectedVersions = null,
): Promise<string> {
  const before = await getRoute(context, actor, routeId)
  const prepared = await prepareRoute(context, actor, input, before)
  return refusePathTaken(
    changeShop(context, actor, async ({ transaction, sellerId, revision, now, record }) => {
      const stored = await readContent(transaction, routeId)
      await refuseOthersChange(transaction, { sellerId, subject: routeId, expected, current: routeVersion(stored) })
      const covered = await readCovered(transaction, sellerId)
      const changed = await transaction.storedRoute.updateMany({
        where: { id: routeId, sellerId, state: before.state },
        data: { ...prepared.columns, revision, updatedAt: now },
      })
      if (changed.count !== 1) throw new DomainError('ROUTE_CHANGED', say('routeChanged'))
      await noteRemoved(transaction, sellerId, covered)
      if (before.kind === 'pass') await reloadRoutes(transaction, { sellerId, revision })
      await writeContent(transaction, context.sealKey, { sellerId, routeId, now }, prepared.input)
      const text = stored.article ? wholeText(stored.article) : undefined
      const facts = routeFacts({ ...before, upstreamUrl: before.upstream?.url ?? null, text })
      await record('route.changed', routeId, { before: facts, after: prepared.facts })
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
  const { database, sealKey, limits } = context
  const before = await getRoute(context, actor, routeId)
  const { kind, title, method, settings, article, suspension } = before
  if (suspension) throw routeSuspended(suspension.reason)
  if (settings.access !== 'paid') throw new DomainError('ROUTE_KIND_FIXED', say('operationInGateway'))
  const { id: ownId, handle } = await getOwnSeller(database, actor)
  const place = buildRouteAddress(handle, method, path)
  const sold = { kind, title, settings, address: place, upstreamUrl: before.upstream?.url ?? null }
  await checkRoute(context, sold, await findShopTerms(database, ownId))
  const copyId = await refusePathTaken(
    changeShop(context, actor, async ({ transaction, sellerId, revision, now, record }) => {
      await enforceQuota(transaction, { sellerId, name: 'routes', quotas: limits.quotas, now })
      const toolName = toolNameOf(handle, { method, path, isTool: settings.isTool })
      const { routeKey, shape } = place
      const address = { method, path, routeKey, shape, toolName }
      const route = { kind, state: 'draft' as const, title, ...address, settings: toStoredSettings(settings) }
      const row = { ...route, sellerId, revision, createdAt: now, updatedAt: now }
      const { id } = await transaction.storedRoute.create({ data: row, select: { id: true } })
      if (article) {
        await transaction.routeArticle.create({ data: { routeId: id, ...article } })
        await linkImages(transaction, { sellerId, routeId: id, now }, article)
      }
      const upstream = await transaction.routeUpstream.findUnique({ where: { routeId } })
      const facts = routeFacts({ title, method, path, settings, upstreamUrl: upstream?.url ?? null })
      await record('route.made', id, { after: { state: 'draft', copyOf: routeId, ...facts } })
      if (!upstream) return id
      const { sealedHeaders } = upstream
      const resealed = sealedHeaders && sealText(sealKey, id, openSealed(sealKey, routeId, sealedHeaders))
      await transaction.routeUpstream.create({ data: { ...upstream, routeId: id, sealedHeaders: resealed } })
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
  const { terms, ...measured } = (await prepareRoute(context, actor, input)).checked
  return { challenge: terms.challenge, ...measured }
}
