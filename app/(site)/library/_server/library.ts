import { currentOwner, currentSession } from '@/app/_server/current-session'
import type { RefundView } from '@/lib/base/x402/views'
import { listSessions } from '@/lib/gate/sign-in/sessions'
import {
  findPurchase,
  listBoughtAddresses,
  listPurchases,
  type PurchaseView as PaidPurchase,
} from '@/lib/payments/list-purchases'
import { type Owner, ownsNothing } from '@/lib/payments/payment-sql'
import { listRefunds } from '@/lib/payments/refund-ledger'
import { issueOwnInvoice } from '@/lib/shop/sellers/payments/invoices'
import { type Copy, type CopyType, findCopies, produceCopy } from '@/lib/shop/sellers/produce/produce-goods'
import type { Application } from '@/lib/site/compose/application'
import { closeAccount } from '@/lib/site/compose/close-account'
import { running } from '@/lib/site/compose/running'
import { find, runAsSeller, runHere } from '../../dashboard/_server/dashboard'
import { readBoughtTitles } from './bought-titles'

export type LibraryPurchase = PaidPurchase & { refunds: RefundView[] }

/** `key` is equal for the same goods bought twice. */
type OwnedCopy = Copy & { key: string; produce: (type: CopyType) => Promise<Response | null> }

type LibraryQuery = { search: string; before?: Date }

export type Library = Awaited<ReturnType<typeof readLibrary>>

/**
 * The purchases of the reader's wallets and browser, or null for a reader without either, what can be saved of them, and
 * the account of the session; null without one.
 */
export async function readLibrary(query: LibraryQuery) {
  const { database } = running('site')
  const [session, owner] = await Promise.all([currentSession(), currentOwner()])
  if (!session && ownsNothing(owner)) return { purchases: null, copies: new Map<string, OwnedCopy>(), signedIn: null }
  const alsoResourceUris = await addressesByTitle(query.search, owner)
  const purchases = await withRefunds(database, await listPurchases(database, { owner, alsoResourceUris, ...query }))
  const copies = await readCopies(purchases)
  if (!session) return { purchases, copies, signedIn: null }
  const { wallets, accountId, sessionId, isRotationDue } = session
  const sessions = await listSessions(database, { accountId, now: new Date() })
  const marked = sessions.map((each) => ({ ...each, isThis: each.sessionId === sessionId }))
  return { purchases, copies, signedIn: { wallets, sessions: marked, isRotationDue } }
}

/** Addresses of bought goods whose titles and shops contain all of the words; none for no words. */
async function addressesByTitle(search: string, owner: Owner): Promise<string[]> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const addresses = await listBoughtAddresses(running('site').database, owner)
  const boughtTitle = await readBoughtTitles(addresses)
  return addresses.filter((address) => {
    const { title, shop } = boughtTitle(address)
    const text = `${title} ${shop ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** A receipt of the reader's own; null for an unknown one and for another account's alike. */
export const readReceipt = async (paymentId: string) => findReceipt(await currentOwner(), paymentId)

/** The receipt of a sale of the reader's own shop; null for another's. */
export const readSale = async (paymentId: string) =>
  (await find('getPayment', { paymentId })) && findReceipt({ wallets: [], payments: [paymentId] }, paymentId)

async function findReceipt(owner: Owner, paymentId: string): Promise<LibraryPurchase | null> {
  const { database } = running('site')
  const purchase = await findPurchase(database, { owner, paymentId })
  return purchase && ((await withRefunds(database, [purchase]))[0] ?? null)
}

/** Makes the reader's own receipt an invoice, with what the reader writes of itself. */
export const issueInvoice = (paymentId: string, words: object) =>
  runHere(async (context) => issueOwnInvoice(context, { owner: await currentOwner(), paymentId }, words))

/** The reader's own last payment for a path of this site; null where another way opened it, such as only a sign-in. */
export async function findOwnPurchase(path: string): Promise<LibraryPurchase | null> {
  const { database, env } = running('site')
  const resourceUri = `${env.publicOrigin}${path}`
  const last = await listPurchases(database, { owner: await currentOwner(), resourceUri, limit: 1 })
  return (await withRefunds(database, last))[0] ?? null
}

async function withRefunds(database: Application['database'], purchases: PaidPurchase[]): Promise<LibraryPurchase[]> {
  const paymentIds = purchases.map(({ paymentId }) => paymentId)
  const refunds = await listRefunds(database, { paymentId: { in: paymentIds }, status: 'confirmed' })
  return purchases.map((purchase) => ({
    ...purchase,
    refunds: refunds.filter(({ paymentId }) => paymentId === purchase.paymentId),
  }))
}

export const closeOwnAccount = (ending: string) =>
  runAsSeller(({ database }, actor) => closeAccount(database, actor, { ending }))

/** The texts and files of these purchases, by payment, also those no longer sold. */
export async function readCopies(purchases: readonly PaidPurchase[]): Promise<ReadonlyMap<string, OwnedCopy>> {
  const { database, env, goods } = running('site')
  const copies = await findCopies(database, [...new Set(purchases.flatMap(({ routeId }) => routeId ?? []))])
  return new Map(
    purchases.flatMap(({ paymentId, routeId, isKept, resourceUri }): [string, OwnedCopy][] => {
      const stored = routeId === null ? undefined : copies.get(routeId)
      if (routeId !== null && stored)
        return [[paymentId, { ...stored, key: routeId, produce: (type) => produceCopy(database, routeId, type) }]]
      const { pathname, searchParams } = new URL(resourceUri)
      const own = isKept ? goods?.articles.at(pathname) : null
      if (!goods || !own) return []
      const part = searchParams.get('sections')
      const form = { isSaved: true, ...(part !== null && { sections: Number(part) }) }
      const produce = (mimeType: CopyType) => goods.articles.produce(own, { ...form, mimeType })
      const { title } = own
      return [
        [paymentId, { key: resourceUri, kind: 'article', title, shop: env.site.name, isArchived: false, produce }],
      ]
    }),
  )
}

/** The text or file that the reader bought by that payment; null where there is none. */
export async function readCopy(paymentId: string, type: CopyType): Promise<Response | null> {
  const purchase = await findPurchase(running('site').database, { owner: await currentOwner(), paymentId })
  const copies = await readCopies(purchase ? [purchase] : [])
  return copies.get(paymentId)?.produce(type) ?? null
}
