import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { currentSession } from '@/app/_server/current-session'
import { readLanguage } from '@/app/_site/language'
import { isSameOrigin } from '@/lib/base/http/same-origin'
import type { DomainCode } from '@/lib/base/infra/domain-codes'
import { isDomainError } from '@/lib/base/infra/domain-error'
import { joinAtDivider } from '@/lib/base/markdown/free-part'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import type { SignInExtension } from '@/lib/base/x402/sign-in'
import type { Actor } from '@/lib/shop/sellers/actor'
import type { SignatureRequiredError } from '@/lib/shop/sellers/confirm-by-wallet'
import type { ChangedMeanwhileError } from '@/lib/shop/sellers/content-version'
import type { Faults, InputRefusedError } from '@/lib/shop/sellers/input-refused-error'
import type { SellersContext } from '@/lib/shop/sellers/ports'
import type { RouteKind } from '@/lib/shop/sellers/routes/kinds'
import { getRoute, type RouteView } from '@/lib/shop/sellers/routes/routes'
import { findSeller, mayOpenShop, type SellerView } from '@/lib/shop/sellers/shop'
import { running } from '@/lib/site/compose/running'
import { listSellableNetworks, type SellableNetwork } from '@/lib/site/compose/sellable-networks'
import { fieldsInWords, inWords } from '@/lib/site/messages/in-words'
import { translateIn } from '@/lib/site/messages/translate'

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

export type Dashboard = {
  seller: SellerView | null
  wallets: { scope: string; address: string }[]
  isRotationDue: boolean
  mayOpenShop: boolean
}

/** The signed-in reader's side of selling, for pages; null without a session. */
export async function openDashboard(): Promise<Dashboard | null> {
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

async function findReader() {
  const session = await currentSession()
  if (!session) return null
  const actor: Actor = { accountId: session.accountId }
  return { context: running('site').sellers, session, actor }
}

type Verb<Input extends unknown[], T> = (context: SellersContext, actor: Actor, ...input: Input) => Promise<T>

/**
 * Makes reads for pages: a verb run as the signed-in seller. Null without a session. Where the verb fails with a code
 * that means "not found", `own` answers with that page and `ownOrNull` with null.
 */
export function readers(meansNothing: (code: DomainCode) => boolean) {
  async function find<Input extends unknown[], T>(verb: Verb<Input, T>, input: Input): Promise<{ value: T } | null> {
    const reader = await findReader()
    if (!reader) return null
    try {
      return { value: await verb(reader.context, reader.actor, ...input) }
    } catch (error) {
      if (isDomainError(error) && meansNothing(error.code)) return null
      throw error
    }
  }
  return {
    own:
      <Input extends unknown[], T>(verb: Verb<Input, T>) =>
      async (...input: Input): Promise<T> => {
        const found = await find(verb, input)
        return found ? found.value : notFound()
      },
    ownOrNull:
      <Input extends unknown[], T>(verb: Verb<Input, T>) =>
      async (...input: Input): Promise<T | null> =>
        (await find(verb, input))?.value ?? null,
  }
}

/**
 * Runs a seller's action of a page of this site. A request from elsewhere or without a session does nothing. Refusals
 * return as values for the form, in the reader's language; other failures are thrown.
 */
export async function runAsSeller<T>(
  work: (context: SellersContext, actor: Actor) => Promise<T>,
): Promise<ActionOutcome<T>> {
  const { env, sellers } = running('site')
  const asked = await headers()
  if (!isSameOrigin(asked, env.publicOrigin)) return refusal('FOREIGN_ORIGIN', say('foreignOrigin'))
  const session = await currentSession()
  if (!session) return refusal('SIGN_IN_REQUIRED', say('signInEnded'))
  try {
    const { accountId, sessionId } = session
    return { ok: true, value: await work(sellers, { accountId, sessionId }) }
  } catch (error) {
    if (!isDomainError(error)) throw error
    // InputRefusedError has the first, SignatureRequiredError the second, ChangedMeanwhileError the third.
    const { faults = {}, confirmation = null, current = null } = error as Partial<Refused>
    return { ...(await refusal(error.code, error.sentence ?? error.message, faults)), confirmation, current }
  }
}

type Refused = InputRefusedError & SignatureRequiredError & ChangedMeanwhileError

/** Makes an action of pages from a verb: for the signed-in account, and only for this site's own pages. */
export const asSeller =
  <Input extends unknown[], T>(verb: Verb<Input, T>) =>
  (...input: Input): Promise<ActionOutcome<T>> =>
    runAsSeller((context, actor) => verb(context, actor, ...input))

/** The route that a form changes; null for a new one. The verb that writes refuses forbidden changes. */
export async function findOwnRoute(routeId: string): Promise<RouteView | null> {
  const outcome = routeId === '' ? null : await asSeller(getRoute)(routeId)
  return outcome?.ok ? inOneText(outcome.value) : null
}

/** A route whose text is one, as its form has it. */
export function inOneText(route: RouteView): RouteView {
  if (route.kind !== 'article' || !route.article) return route
  return { ...route, article: { teaser: '', body: joinAtDivider(route.article.teaser, route.article.body) } }
}

async function refusal(code: DomainCode, words: Sentence | string, faults: Faults = {}) {
  const t = translateIn(await readLanguage(), 'sentences')
  const fields = fieldsInWords(t, faults)
  // Faults of fields are complete sentences, which the message joins.
  const said = Object.values(fields).join(' ') || (typeof words === 'string' ? words : inWords(t, words))
  return { ok: false, code, message: said, fields, confirmation: null, current: null } as const
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
