import { currentSession } from '@/app/_server/current-session'
import type { RefundView } from '@/lib/base/x402/refund-view'
import type { FoundSession } from '@/lib/gate/sign-in/find-session'
import { listSessions, type SessionView } from '@/lib/gate/sign-in/list-sessions'
import {
  findPurchase,
  listBoughtAddresses,
  listPurchases,
  type PurchaseView as PaidPurchase,
} from '@/lib/payments/list-purchases'
import { listRefunds } from '@/lib/payments/refund-ledger'
import type { Application } from '@/lib/site/compose/application'
import { application } from '@/lib/site/compose/running'
import { readBoughtTitles } from './bought-titles'
import { type ChannelView, readChannels } from './channels'

export type PurchaseView = PaidPurchase & { refunds: RefundView[] }

export type Library = {
  wallets: { scope: string; address: string }[]
  purchases: PurchaseView[]
  /** These wallets' channels with a balance. */
  channels: ChannelView[]
  sessions: (SessionView & { isThis: boolean })[]
  /** The cookie is old enough for a new token, which a page cannot set. */
  isRotationDue: boolean
}

/** The purchases of the reader's wallets, and their sessions; null without a session. */
export async function readLibrary(query: { search: string; before: Date | null }): Promise<Library | null> {
  const session = await currentSession()
  if (!session) return null
  const { database } = await application()
  const { wallets, accountId, sessionId, isRotationDue } = session
  const [purchases, channels, sessions] = await Promise.all([
    listPurchases(database, {
      wallets,
      search: query.search,
      alsoResourceUris: await addressesByTitle(query.search, wallets),
      ...(query.before && { before: query.before }),
    }),
    readChannels(wallets),
    listSessions(database, { accountId, now: new Date() }),
  ])
  const marked = sessions.map((each) => ({ ...each, isThis: each.sessionId === sessionId }))
  return { wallets, purchases: await withRefunds(database, purchases), channels, sessions: marked, isRotationDue }
}

/** Addresses of bought goods whose titles and shops contain all of the words; none for no words. */
async function addressesByTitle(search: string, wallets: FoundSession['wallets']): Promise<string[]> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const addresses = await listBoughtAddresses((await application()).database, wallets)
  const boughtTitle = await readBoughtTitles(addresses)
  return addresses.filter((address) => {
    const { title, shop } = boughtTitle(address)
    const text = `${title} ${shop ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** A receipt of the reader's own; null for an unknown one and for another account's alike. */
export async function readReceipt(paymentId: string): Promise<PurchaseView | null> {
  const session = await currentSession()
  const { database } = await application()
  const purchase = session && (await findPurchase(database, { wallets: session.wallets, paymentId }))
  return purchase && ((await withRefunds(database, [purchase]))[0] ?? null)
}

async function withRefunds(database: Application['database'], purchases: PaidPurchase[]): Promise<PurchaseView[]> {
  const refunds = await listRefunds(
    database,
    purchases.map(({ paymentId }) => paymentId),
  )
  return purchases.map((purchase) => ({
    ...purchase,
    refunds: refunds.filter(({ paymentId }) => paymentId === purchase.paymentId),
  }))
}

/** A receipt as JSON. Amounts are atomic units in text, as on the wire. */
export function receiptJson(purchase: PurchaseView) {
  const { authorizedAtomic, chargedAtomic, settledAt, accessEndsAt, refunds, ...rest } = purchase
  return {
    ...rest,
    amount: chargedAtomic.toString(),
    authorizedAmount: authorizedAtomic.toString(),
    settledAt: settledAt.toISOString(),
    accessEndsAt: accessEndsAt?.toISOString() ?? null,
    refunds: refunds.map(({ amountAtomic, transaction, confirmedAt }) => ({
      amount: amountAtomic.toString(),
      transaction,
      confirmedAt: confirmedAt?.toISOString() ?? null,
    })),
  }
}
