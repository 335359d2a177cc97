import { callSnippets, type Snippet } from '@/lib/base/x402/call-snippets'
import { buildPaymentTimeline } from '@/lib/payments/payment-timeline'
import type { Actor } from '@/lib/shop/sellers/actor'
import { getGateway, listGateways } from '@/lib/shop/sellers/gateways/gateways'
import { getImage } from '@/lib/shop/sellers/images/images'
import { listKeys } from '@/lib/shop/sellers/keys/keys'
import { listUpstreamKeys } from '@/lib/shop/sellers/keys/upstream-keys'
import { getMailbox } from '@/lib/shop/sellers/mail/mailbox'
import { listConcerns } from '@/lib/shop/sellers/overview/list-concerns'
import { listPassFigures, listScopes } from '@/lib/shop/sellers/passes/passes'
import { listChannels, sumChannels } from '@/lib/shop/sellers/payments/channels'
import { lastDays, readStatement as readMonth, summarizeEarnings } from '@/lib/shop/sellers/payments/earnings'
import { exportPayments, getPayment, listPayments } from '@/lib/shop/sellers/payments/payments'
import type { SellersContext } from '@/lib/shop/sellers/ports'
import { listPaymentRefunds } from '@/lib/shop/sellers/refunds/refunds'
import type { RouteKind } from '@/lib/shop/sellers/routes/kinds'
import { getChallenge, getRoute, listRoutes, nameRoutes, type RouteView } from '@/lib/shop/sellers/routes/routes'
import { sampleCall } from '@/lib/shop/sellers/routes/sample-call'
import { listDeliveries } from '@/lib/shop/sellers/webhooks/deliveries'
import { listEndpoints } from '@/lib/shop/sellers/webhooks/endpoints'
import { readers } from './dashboard'

const { own, ownOrNull } = readers((code) => code.endsWith('_NOT_FOUND') || code === 'INPUT_REFUSED')

/** Reads for a shop's pages, each a verb run as the signed-in seller. */
export const readRoutes = own(listRoutes)
export const readRoute = ownOrNull(getRoute)
/** The 402 of a stored route as agents get it; null while the gate cannot sell it. */
export const readChallenge = own(getChallenge)
export const readPassFigures = own(listPassFigures)
const readPassScopes = own(listScopes)
export const readScopes = (kind: RouteKind) => (kind === 'pass' ? readPassScopes() : null)
export const readGateways = own(listGateways)
export const readGateway = ownOrNull(getGateway)
export const readUpstreamKeys = own(listUpstreamKeys)
export const readImage = own(getImage)
export const readPayments = own(listPayments)
export const readPaymentsExport = own(exportPayments)
export const readPaymentRefunds = own(listPaymentRefunds)
export const readChannels = own(listChannels)
export const readChannelSums = own(sumChannels)
/** A month (UTC) that has begun, such as `2026-01`. */
export const readStatement = own(readMonth)
export const readConcerns = own(listConcerns)
export const readRouteNames = own(nameRoutes)
export const readEndpoints = own(listEndpoints)
export const readDeliveries = own(listDeliveries)
export const readMailbox = own(getMailbox)
export const readKeys = own(listKeys)

export const readPayment = ownOrNull(async (context: SellersContext, actor: Actor, paymentId: string) => {
  const payment = await getPayment(context, actor, paymentId)
  return { payment, timeline: buildPaymentTimeline(payment) }
})

type Days = { days: number }

/** The last days (UTC), today included; `range` says which. */
export const readEarnings = own(async (context: SellersContext, actor: Actor, { days }: Days) => {
  const range = lastDays(context.clock(), days)
  return { ...(await summarizeEarnings(context, actor, range)), range }
})

/** How buyers call a stored route, in each language; none while the gate cannot sell it. */
export async function readSnippets(route: RouteView): Promise<Snippet[]> {
  const challenge = await readChallenge(route.routeId)
  return challenge ? callSnippets(sampleCall(route, challenge)) : []
}
