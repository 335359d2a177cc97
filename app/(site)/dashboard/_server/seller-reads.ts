import { callSnippets, type Snippet } from '@/lib/base/x402/call-snippets'
import { buildPaymentTimeline } from '@/lib/payments/payment-timeline'
import type { Actor } from '@/lib/shop/sellers/actor'
import { listChanges } from '@/lib/shop/sellers/audit/list-changes'
import { listChannels } from '@/lib/shop/sellers/channels/list-channels'
import { sumChannels } from '@/lib/shop/sellers/channels/sum-channels'
import { getGateway } from '@/lib/shop/sellers/gateways/get-gateway'
import { listGateways } from '@/lib/shop/sellers/gateways/list-gateways'
import { getImage } from '@/lib/shop/sellers/images/get-image'
import { listKeys } from '@/lib/shop/sellers/keys/list-keys'
import { readAuditions as readOwnAuditions } from '@/lib/shop/sellers/listings/auditions'
import { getMailbox } from '@/lib/shop/sellers/mail/get-mailbox'
import { listMembers } from '@/lib/shop/sellers/members/list-members'
import { listConcerns } from '@/lib/shop/sellers/overview/list-concerns'
import { listScopes } from '@/lib/shop/sellers/passes/list-scopes'
import { compareToday } from '@/lib/shop/sellers/payments/compare-today'
import { exportPayments } from '@/lib/shop/sellers/payments/export-payments'
import { getPayment } from '@/lib/shop/sellers/payments/get-payment'
import { listPassFigures } from '@/lib/shop/sellers/payments/list-pass-figures'
import { listPayments } from '@/lib/shop/sellers/payments/list-payments'
import { listProposals } from '@/lib/shop/sellers/payments/propose'
import { readStatement as readMonth } from '@/lib/shop/sellers/payments/read-statement'
import { lastDays, summarizeEarnings, summarizeWays } from '@/lib/shop/sellers/payments/summarize-earnings'
import type { SellersContext } from '@/lib/shop/sellers/ports'
import { readUsage } from '@/lib/shop/sellers/quotas/read-usage'
import { listPaymentRefunds } from '@/lib/shop/sellers/refunds/list-payment-refunds'
import { getChallenge } from '@/lib/shop/sellers/routes/get-challenge'
import { getRoute, type RouteView } from '@/lib/shop/sellers/routes/get-route'
import type { RouteKind } from '@/lib/shop/sellers/routes/kinds'
import { listRoutes } from '@/lib/shop/sellers/routes/list-routes'
import { nameRoutes } from '@/lib/shop/sellers/routes/name-routes'
import { sampleCall } from '@/lib/shop/sellers/routes/sample-call'
import { listUpstreamKeys } from '@/lib/shop/sellers/upstream-keys/list-upstream-keys'
import { listDeliveries } from '@/lib/shop/sellers/webhooks/list-deliveries'
import { listEndpoints } from '@/lib/shop/sellers/webhooks/list-endpoints'
import { readers } from './dashboard'

const { own, ownOrNull } = readers((code) => code.endsWith('_NOT_FOUND') || code === 'INPUT_REFUSED')

/** Reads for a shop's pages, each a verb run as the signed-in seller. */
export const readRoutes = own('routes:read', listRoutes)
export const readRoute = ownOrNull('routes:read', getRoute)
/** The 402 of a stored route as agents get it; null while the gate cannot sell it. */
export const readChallenge = own('routes:read', getChallenge)
export const readPassFigures = own('routes:read', listPassFigures)
const readPassScopes = own('routes:read', listScopes)
export const readScopes = (kind: RouteKind) => (kind === 'pass' ? readPassScopes() : null)
export const readAuditions = own('routes:read', readOwnAuditions)
export const readGateways = own('routes:read', listGateways)
export const readGateway = ownOrNull('routes:read', getGateway)
export const readUpstreamKeys = own('routes:read', listUpstreamKeys)
export const readImage = own('shop:read', getImage)
export const readPayments = own('payments:read', listPayments)
export const readPaymentsExport = own('payments:read', exportPayments)
export const readPaymentRefunds = own('payments:read', listPaymentRefunds)
export const readChannels = own('payments:read', listChannels)
export const readChannelSums = own('payments:read', sumChannels)
/** A month (UTC) that has begun, such as `2026-01`. */
export const readStatement = own('payments:read', readMonth)
export const readToday = own('payments:read', compareToday)
export const readConcerns = own('payments:read', listConcerns)
export const readRouteNames = own('payments:read', nameRoutes)
export const readEndpoints = own('webhooks:read', listEndpoints)
export const readDeliveries = own('webhooks:read', listDeliveries)
export const readMailbox = own('webhooks:read', getMailbox)
export const readQuotas = own('shop:read', readUsage)
export const readChanges = own('audit:read', listChanges)
export const readKeys = own('keys:read', listKeys)
export const readProposals = own('shop:read', listProposals)
export const readMembers = own('members:read', listMembers)

export const readPayment = ownOrNull(
  'payments:read',
  async (context: SellersContext, actor: Actor, paymentId: string) => {
    const payment = await getPayment(context, actor, paymentId)
    return { payment, timeline: buildPaymentTimeline(payment) }
  },
)

type Days = { days: number }

/** The last days (UTC), today included; `range` says which. */
export const readEarnings = own('payments:read', async (context: SellersContext, actor: Actor, { days }: Days) => {
  const range = lastDays(context.clock(), days)
  return { ...(await summarizeEarnings(context, actor, range)), range }
})

/** The same days, by the way that was paid. */
export const readWays = own('payments:read', (context: SellersContext, actor: Actor, { days }: Days) =>
  summarizeWays(context, actor, lastDays(context.clock(), days)),
)

/** How buyers call a stored route, in each language; none while the gate cannot sell it. */
export async function readSnippets(route: RouteView): Promise<Snippet[]> {
  const challenge = await readChallenge(route.routeId)
  return challenge ? callSnippets(sampleCall(route, challenge)) : []
}
