import { AsyncLocalStorage } from 'node:async_hooks'
import { cookies, headers } from 'next/headers'
import { forbidden, notFound } from 'next/navigation'
import { currentSession } from '@/app/_server/current-session'
import { readLanguage } from '@/app/_site/language'
import { isSameOrigin } from '@/lib/base/http/same-origin'
import type { DomainCode } from '@/lib/base/infra/domain-codes'
import { DomainError, isDomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { withFirst } from '@/lib/base/x402/networks'
import type { SignInExtension } from '@/lib/base/x402/sign-in'
import { type Actor, requireRole, roleOf } from '@/lib/shop/sellers/actor'
import type { SignatureRequiredError } from '@/lib/shop/sellers/confirm-by-wallet'
import type { ChangedMeanwhileError } from '@/lib/shop/sellers/content-version'
import { findSeller, type SellerView } from '@/lib/shop/sellers/find-seller'
import type { Faults, InputRefusedError } from '@/lib/shop/sellers/input-refused-error'
import {
  actIn,
  type InvitedTo,
  listInvitedTo,
  listMemberships,
  type Membership,
} from '@/lib/shop/sellers/members/list-memberships'
import { mayDo, type ShopAct, type ShopRole } from '@/lib/shop/sellers/members/roles'
import { isOperating } from '@/lib/shop/sellers/operating/require-operator'
import type { SellersContext } from '@/lib/shop/sellers/ports'
import { getRoute, type RouteView } from '@/lib/shop/sellers/routes/get-route'
import { running } from '@/lib/site/compose/running'
import { listSellableNetworks, type SellableNetwork } from '@/lib/site/compose/sellable-networks'
import { fieldsInWords, inWords } from '@/lib/site/messages/in-words'
import { translateIn } from '@/lib/site/messages/translate'
import { SHOP_COOKIE, SHOP_HEADER } from '../_shell/shop-cookie'

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
  context: SellersContext
  actor: Actor
  role: ShopRole
  seller: SellerView | null
  /** Addresses that the reader has signed in with. */
  wallets: { scope: string; address: string }[]
  isRotationDue: boolean
  /** The shops that the reader may choose from. */
  shops: Membership[]
  /** The shop that this browser has chosen, where it is none of theirs any more. */
  lostShop: string | null
  invitedTo: InvitedTo[]
  /** The requirement for a reader without a shop to open one; operators always may. */
  mayOpenShop: 'freely' | 'with an invitation' | 'never'
}

/** The signed-in reader's side of selling, for pages; null without a session. */
export async function openDashboard(): Promise<Dashboard | null> {
  const reader = await findReader()
  if (!reader) return null
  const { context, actor, shops, lostShop, session } = reader
  const { wallets, isRotationDue } = session
  const [seller, invitedTo] = await Promise.all([findSeller(context, actor), listInvitedTo(context, wallets)])
  return {
    context,
    actor,
    role: roleOf(actor),
    seller,
    wallets,
    isRotationDue,
    shops,
    lostShop,
    invitedTo,
    mayOpenShop: seller ? 'freely' : await mayOpenShop(context, actor),
  }
}

async function findReader() {
  const session = await currentSession()
  if (!session) return null
  const { sellers: context } = running('site')
  return { context, session, ...(await findActor(context, { accountId: session.accountId })) }
}

type Acting = Pick<Dashboard, 'actor' | 'shops' | 'lostShop'>

async function findActor(context: SellersContext, actor: Actor): Promise<Acting> {
  const shops = await listMemberships(context, actor.accountId)
  const chosen = (await cookies()).get(SHOP_COOKIE)?.value || null
  const isTheirs = shops.some(({ sellerId }) => sellerId === chosen)
  return { actor: actIn(actor, shops, chosen), shops, lostShop: isTheirs ? null : chosen }
}

/** True if the reader's role in the shop allows the act. */
export async function mayHere(act: ShopAct): Promise<boolean> {
  const reader = await findReader()
  return reader !== null && mayDo(roleOf(reader.actor), act)
}

/** A verb of selling, with its inputs after the actor. */
type Verb<Input extends unknown[], T> = (context: SellersContext, actor: Actor, ...input: Input) => Promise<T>

/**
 * Makes reads for pages: a verb run as the signed-in seller. Null without a session. Where the verb fails with a code
 * that means "not found", `own` answers with that page and `ownOrNull` with null. Both answer with the page for what the
 * reader's role does not allow; an act of null is anyone's.
 */
export function readers(meansNothing: (code: DomainCode) => boolean) {
  async function find<Input extends unknown[], T>(
    act: ShopAct | null,
    verb: Verb<Input, T>,
    input: Input,
  ): Promise<{ value: T } | null> {
    const reader = await findReader()
    if (!reader) return null
    if (act !== null && !mayDo(roleOf(reader.actor), act)) forbidden()
    try {
      return { value: await verb(reader.context, reader.actor, ...input) }
    } catch (error) {
      if (isDomainError(error) && meansNothing(error.code)) return null
      throw error
    }
  }
  return {
    own:
      <Input extends unknown[], T>(act: ShopAct | null, verb: Verb<Input, T>) =>
      async (...input: Input): Promise<T> => {
        const found = await find(act, verb, input)
        return found ? found.value : notFound()
      },
    ownOrNull:
      <Input extends unknown[], T>(act: ShopAct | null, verb: Verb<Input, T>) =>
      async (...input: Input): Promise<T | null> =>
        (await find(act, verb, input))?.value ?? null,
  }
}

async function mayOpenShop(context: SellersContext, actor: Actor): Promise<Dashboard['mayOpenShop']> {
  if (context.signUp === 'open' || (await isOperating(context, actor))) return 'freely'
  return context.signUp === 'invited' ? 'with an invitation' : 'never'
}

const shownShop = new AsyncLocalStorage<string>()

/** Runs an action of a form that was shown with that shop: in another one it does nothing. */
export const inShownShop = <T>(sellerId: string, action: () => Promise<T>): Promise<T> =>
  shownShop.run(sellerId, action)

/**
 * Runs a seller's action of a page of this site. A request from elsewhere, without a session, by a role that does not
 * allow the act, for a shop that the reader has left, or of a form of another shop does nothing; an act of null is
 * anyone's. Refusals return as values for the form, in the reader's language; other failures are thrown.
 */
export async function runAsSeller<T>(
  act: ShopAct | null,
  work: (context: SellersContext, actor: Actor) => Promise<T>,
): Promise<ActionOutcome<T>> {
  const { env, sellers } = running('site')
  const asked = await headers()
  if (!isSameOrigin(asked, env.publicOrigin)) return refusal('FOREIGN_ORIGIN', say('foreignOrigin'))
  const session = await currentSession()
  if (!session) return refusal('SIGN_IN_REQUIRED', say('signInEnded'))
  try {
    const { accountId, sessionId } = session
    const { actor, shops, lostShop } = await findActor(sellers, { accountId, sessionId })
    if (act !== null) {
      const shownId = shownShop.getStore() ?? asked.get(SHOP_HEADER)
      requireShownShop({ shownId, act }, { shops, lostShop, actor })
      requireRole(actor, act)
    }
    return { ok: true, value: await work(sellers, actor) }
  } catch (error) {
    if (!isDomainError(error)) throw error
    // InputRefusedError has the first, SignatureRequiredError the second, ChangedMeanwhileError the third.
    const { faults = {}, confirmation = null, current = null } = error as Partial<Refused>
    return { ...(await refusal(error.code, error.sentence ?? error.message, faults)), confirmation, current }
  }
}

type Shown = { shownId: string | null; act: ShopAct }

/** A page was of a shop, and must not change another: who has several is refused what does not name its shop. */
function requireShownShop({ shownId, act }: Shown, { shops, lostShop, actor }: Acting): void {
  const isUnnamed = shownId === null && shops.length > 1 && !act.endsWith(':read')
  const shown = shops.find(({ sellerId }) => sellerId === shownId)
  if (lostShop !== null || isUnnamed || (shownId !== null && !shown))
    throw new DomainError('ROLE_REFUSED', say('shopLost'))
  const current = shops.find(({ sellerId, isFirstOwner }) =>
    actor.member ? sellerId === actor.member.sellerId : isFirstOwner,
  )
  if (!shown || !current || current === shown) return
  throw new DomainError('ROLE_REFUSED', say('shopSwitched', { shown: shown.name, current: current.name }))
}

type Refused = InputRefusedError & SignatureRequiredError & ChangedMeanwhileError

/** Makes an action of pages from a verb: for the signed-in account, and only for this site's own pages. */
export const asSeller =
  <Input extends unknown[], T>(act: ShopAct | null, verb: Verb<Input, T>) =>
  (...input: Input): Promise<ActionOutcome<T>> =>
    runAsSeller(act, (context, actor) => verb(context, actor, ...input))

/** The route that a form changes; null for a new one. The verb that writes refuses forbidden changes. */
export async function findOwnRoute(routeId: string): Promise<RouteView | null> {
  const outcome = routeId === '' ? null : await asSeller('routes:read', getRoute)(routeId)
  return outcome?.ok ? outcome.value : null
}

/** Identifies the caller before the request is read: refused without a session, or from another site's page. */
export const identifySeller = (act: ShopAct): Promise<ActionOutcome<void>> => runAsSeller(act, async () => undefined)

async function refusal(code: DomainCode, words: Sentence | string, faults: Faults = {}) {
  const t = translateIn(await readLanguage(), 'sentences')
  const fields = fieldsInWords(t, faults)
  // Faults of fields are complete sentences, which the message joins.
  const said = Object.values(fields).join(' ') || (typeof words === 'string' ? words : inWords(t, words))
  return { ok: false, code, message: said, fields, confirmation: null, current: null } as const
}

export async function sellableNetworks(): Promise<SellableNetwork[]> {
  const { env, gate } = running('site')
  return withFirst(await listSellableNetworks(gate, env), env.site.defaultNetwork)
}
