import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { readLanguage } from '@/app/_components/language'
import { type TextPath, titled } from '@/app/_components/titled'
import { currentSession } from '@/app/_server/current-session'
import { isSameOrigin } from '@/lib/base/http/request-headers'
import { type DomainCode, DomainError, isDomainError } from '@/lib/base/infra/domain-error'
import { joinAtDivider } from '@/lib/base/markdown/free-part'
import { say } from '@/lib/base/sentences/say'
import type { SignInExtension } from '@/lib/base/x402/sign-in'
import type { OperationRequest } from '@/lib/shop/api/operation'
import { type AnswerOf, type OperationName, type ParametersOf, runOperation } from '@/lib/shop/api/operations'
import type { Actor } from '@/lib/shop/sellers/actor'
import type { SignatureRequiredError } from '@/lib/shop/sellers/confirm-by-wallet'
import type { ChangedMeanwhileError } from '@/lib/shop/sellers/content-version'
import { getImage } from '@/lib/shop/sellers/images/images'
import type { InputRefusedError } from '@/lib/shop/sellers/input-refused-error'
import { keyScopes } from '@/lib/shop/sellers/keys/keys'
import { listConcerns } from '@/lib/shop/sellers/overview/list-concerns'
import { listScopes } from '@/lib/shop/sellers/passes/passes'
import { lastDays } from '@/lib/shop/sellers/payments/earnings'
import type { SellersContext } from '@/lib/shop/sellers/ports'
import type { RouteKind } from '@/lib/shop/sellers/routes/kinds'
import { inputOf } from '@/lib/shop/sellers/routes/route-input'
import { nameRoutes, type RouteView } from '@/lib/shop/sellers/routes/routes'
import { closeShop, createSeller, findSeller, mayOpenShop, type SellerView } from '@/lib/shop/sellers/shop'
import { running } from '@/lib/site/compose/running'
import { listSellableNetworks, type SellableNetwork } from '@/lib/site/compose/sellable-networks'
import { fieldsInWords, inWords } from '@/lib/site/messages/in-words'
import { translateIn } from '@/lib/site/messages/translate'
import type { EditedRoute } from '../routes/_components/route-value'

/** The outcome of a seller's action: done, or why not, by field where one field is at fault. */
export type ActionOutcome<T> =
  | { ok: true; value: T }
  | {
      ok: false
      code: DomainCode
      message: string
      fields: Readonly<Record<string, string>>
      /** The message for a wallet to sign first; null where no signature is missing. */
      confirmation: SignInExtension | null
      /** The version that is stored now, where another save came first. */
      current: string | null
    }

export type Dashboard = NonNullable<Awaited<ReturnType<typeof openDashboard>>>

/** The signed-in reader's side of selling, for pages; null without a session. */
export async function openDashboard() {
  const reader = await findReader()
  if (!reader) return null
  const { context, actor, session } = reader
  const { wallets, isRotationDue } = session
  const seller = await findSeller(context, actor)
  return {
    seller,
    wallets,
    isRotationDue,
    mayOpenShop: !seller && (await mayOpenShop(context, actor)),
  }
}

/** The same for a page of the shop, in whose place the layout asks to sign in or to open one. */
export async function readOwnShop() {
  const dashboard = await openDashboard()
  return dashboard?.seller ? { ...dashboard, seller: dashboard.seller } : notFound()
}

/** The title of a seller's page, or of the sign-in or the new shop that the layout shows in its place. */
export const titledForSellers = (title: TextPath) => async (): Promise<Metadata> => {
  const dashboard = await openDashboard()
  if (!dashboard) return titled('dashboard.signIn.title')()
  return titled(dashboard.seller ? title : 'sellerForms.openShop.title')()
}

async function findReader() {
  const session = await currentSession()
  if (!session) return null
  const actor: Actor = { accountId: session.accountId }
  return { context: running('site').sellers, session, actor }
}

type SellerWork<T> = (context: SellersContext, actor: Actor) => Promise<T>

/** A session holds every scope; those of the site are for operators besides. */
const SESSION_SCOPES = new Set(keyScopes)

const workOf =
  <Name extends OperationName>(name: Name, parameters: ParametersOf<Name>, sent?: OperationRequest) =>
  (context: SellersContext, actor: Actor): Promise<AnswerOf<Name>> =>
    runOperation(
      name,
      { context, actor, scopes: SESSION_SCOPES, ports: running('site').sellerApiPorts },
      parameters,
      sent,
    )

/** Left out where an operation needs none. */
type OperationArguments<Name extends OperationName> =
  object extends ParametersOf<Name> ? [parameters?: ParametersOf<Name>] : [parameters: ParametersOf<Name>]

/** Reads for a page as the signed-in seller. Null without a session, and for what is not there or not the seller's. */
async function readOrNull<T>(work: SellerWork<T>): Promise<T | null> {
  const reader = await findReader()
  if (!reader) return null
  try {
    return await work(reader.context, reader.actor)
  } catch (error) {
    if (isDomainError(error) && meansNothing(error.code)) return null
    throw error
  }
}

const meansNothing = (code: DomainCode): boolean =>
  code.endsWith('_NOT_FOUND') || code === 'INPUT_REFUSED' || code === 'OPERATOR_REQUIRED'

/** The same, with the page of what does not exist in place of null. */
const readOrNotFound = async <T>(work: SellerWork<T>): Promise<T> => (await readOrNull(work)) ?? notFound()

export const read = <Name extends OperationName>(
  name: Name,
  ...[parameters = {} as ParametersOf<Name>]: OperationArguments<Name>
): Promise<AnswerOf<Name>> => readOrNotFound(workOf(name, parameters))

export const find = <Name extends OperationName>(
  name: Name,
  parameters: ParametersOf<Name>,
): Promise<AnswerOf<Name> | null> => readOrNull(workOf(name, parameters))

/** Titles by the keys of routes. */
export const readRouteNames = (named: readonly { routeKey: string }[]) =>
  readOrNotFound((context, actor) => nameRoutes(context, actor, named))
/** The last days (UTC), today included; `range` says which. */
export async function readEarnings(days: number) {
  return { ...(await read('getEarnings', { days })), range: lastDays(new Date(), days) }
}
export const readImage = (imageId: string) => readOrNotFound((context, actor) => getImage(context, actor, imageId))
export const readConcerns = () => readOrNotFound(listConcerns)
export const readScopes = async (kind: RouteKind) => (kind === 'pass' ? readOrNotFound(listScopes) : null)

/** The reader's own route of that key, and how often it was sold in a year: null where its sales are too few to be listed. */
export async function readOwnSale(routeKey: string) {
  const names = await readOrNull((context, actor) => nameRoutes(context, actor, [{ routeKey }]))
  const route = names?.get(routeKey)
  const sums = (route && (await find('getEarnings', { days: 365 })))?.byRoute.filter((sum) => sum.routeKey === routeKey)
  return route ? { ...route, sales: sums?.reduce((count, { payments }) => count + payments, 0) || null } : null
}

/** Runs an operation for a form or a script of the site's own pages. */
export const act = <Name extends OperationName>(
  name: Name,
  parameters: ParametersOf<Name>,
  sent?: OperationRequest,
): Promise<ActionOutcome<AnswerOf<Name>>> => runAsSeller(workOf(name, parameters, sent))

export const openShop = (input: unknown) => runAsSeller((context, actor) => createSeller(context, actor, input))
export const closeOwnShop = (input: unknown) => runAsSeller((context, actor) => closeShop(context, actor, input))

/**
 * Runs a seller's action of a page of this site. A request from elsewhere or without a session does nothing. Refusals
 * return as values for the form, in the reader's language; other failures are thrown.
 */
export const runAsSeller = <T>(work: SellerWork<T>): Promise<ActionOutcome<T>> =>
  runHere(async (sellers) => {
    const session = await currentSession()
    if (!session) throw new DomainError('SIGN_IN_REQUIRED', say('signInEnded'))
    const { accountId, sessionId } = session
    return work(sellers, { accountId, sessionId })
  })

/** The same for a reader's action, with or without a session. */
export async function runHere<T>(work: (context: SellersContext) => Promise<T>): Promise<ActionOutcome<T>> {
  const { env, sellers } = running('site')
  try {
    const asked = await headers()
    if (!isSameOrigin(asked, env.publicOrigin)) throw new DomainError('FOREIGN_ORIGIN', say('foreignOrigin'))
    return { ok: true, value: await work(sellers) }
  } catch (error) {
    if (!isDomainError(error)) throw error
    // InputRefusedError has the first, SignatureRequiredError the second, ChangedMeanwhileError the third.
    const { faults = {}, confirmation = null, current = null } = error as Partial<RefusedAction>
    const t = translateIn(await readLanguage(), 'sentences')
    const fields = fieldsInWords(t, faults)
    // Faults of fields are complete sentences, which the message joins.
    const joined = Object.values(fields).join(' ')
    const message = joined || (error.sentence ? inWords(t, error.sentence) : error.message)
    return { ok: false, code: error.code, message, fields, confirmation, current }
  }
}

type RefusedAction = InputRefusedError & SignatureRequiredError & ChangedMeanwhileError

/** A stored route as its form shows it: an article is one text. */
export function editedOf(route: RouteView): EditedRoute {
  const { routeId, state, toolName, upstream, version } = route
  const value = inputOf(route)
  const text = value.kind === 'article' && { teaser: '', body: joinAtDivider(value.teaser, value.body) }
  return { routeId, state, toolName, upstream, version, value: { ...value, ...text } }
}

export async function sellableNetworks(): Promise<SellableNetwork[]> {
  const { env, gate } = running('site')
  return listSellableNetworks(gate, env)
}

/** Networks where the shop has a payout address; for what opens by sign-in, all. */
export async function networksOf({ payees }: SellerView, kind?: RouteKind): Promise<SellableNetwork[]> {
  const confirmed = new Set(payees.map(({ network }) => network))
  return (await sellableNetworks()).filter(({ id }) => confirmed.has(id) || kind === 'sign_in')
}
