import { notFound } from 'next/navigation'
import { buildPaymentTimeline, type TimelineStep } from '@/lib/payments/payment-timeline'
import { type ChangePage, listChanges } from '@/lib/sellers/audit/list-changes'
import { type ChannelPage, listChannels } from '@/lib/sellers/channels/list-channels'
import { type ChannelSums, sumChannels } from '@/lib/sellers/channels/sum-channels'
import { type GatewayView, getGateway } from '@/lib/sellers/gateways/get-gateway'
import { type GatewaySummary, listGateways } from '@/lib/sellers/gateways/list-gateways'
import { getImage } from '@/lib/sellers/images/get-image'
import { type KeyView, listKeys } from '@/lib/sellers/keys/list-keys'
import { getMailbox, type MailboxView } from '@/lib/sellers/mail/get-mailbox'
import { type Concerns, listConcerns } from '@/lib/sellers/overview/list-concerns'
import { compareToday, type TodayCompared } from '@/lib/sellers/payments/compare-today'
import { exportPayments } from '@/lib/sellers/payments/export-payments'
import { getPayment } from '@/lib/sellers/payments/get-payment'
import { lastDays } from '@/lib/sellers/payments/last-days'
import { listPayments, type PaymentPage } from '@/lib/sellers/payments/list-payments'
import { readStatement as readMonth, type Statement } from '@/lib/sellers/payments/read-statement'
import { type Conversions, summarizeConversion } from '@/lib/sellers/payments/summarize-conversion'
import { type Earnings, summarizeEarnings } from '@/lib/sellers/payments/summarize-earnings'
import { readUsage, type Usage } from '@/lib/sellers/quotas/read-usage'
import { listPaymentRefunds, type PaymentRefunds } from '@/lib/sellers/refunds/list-payment-refunds'
import { getChallenge } from '@/lib/sellers/routes/get-challenge'
import { getRoute, type RouteView } from '@/lib/sellers/routes/get-route'
import { listRoutes, type RoutePage } from '@/lib/sellers/routes/list-routes'
import { type NamedRoute, nameRoutes } from '@/lib/sellers/routes/name-routes'
import { sampleCall } from '@/lib/sellers/routes/sample-call'
import { listUpstreamKeys, type UpstreamKeyView } from '@/lib/sellers/upstream-keys/list-upstream-keys'
import { type DeliveryView, listDeliveries } from '@/lib/sellers/webhooks/list-deliveries'
import { type EndpointView, listEndpoints } from '@/lib/sellers/webhooks/list-endpoints'
import { callSnippets, type PaidCall, type Snippet } from '@/lib/x402/call-snippets'
import type { PaymentView } from '@/lib/x402/payment-view'
import type { PaymentRequired } from '@/lib/x402/wire'
import { type DashboardRead, readDashboard } from './dashboard'

/** What pages of a shop read; each a page of its own seller, or not found. */
export const readRoutes = (filter: Parameters<typeof listRoutes>[2]): Promise<RoutePage> =>
  own(({ context, actor }) => listRoutes(context, actor, filter))

/** Null where the shop has none of that id. */
export const readRoute = (routeId: string): Promise<RouteView | null> =>
  ownOrNull(({ context, actor }) => getRoute(context, actor, routeId))

/** The 402 of a stored route as agents get it; null while the gate cannot sell it. */
export const readChallenge = ({ routeId }: Pick<RouteView, 'routeId'>): Promise<PaymentRequired | null> =>
  own(({ context, actor }) => getChallenge(context, actor, routeId))

/** A request to a stored route as a buyer would make it. */
export const sampleCallOf = (route: RouteView, challenge: PaymentRequired): PaidCall => sampleCall(route, challenge)

/** How buyers call a stored route, in each language; none while the gate cannot sell it. */
export async function readSnippets(route: RouteView): Promise<Snippet[]> {
  const challenge = await readChallenge(route)
  return challenge ? callSnippets(sampleCall(route, challenge)) : []
}

/** Services of the shop that are sold operation by operation. */
export const readGateways = (): Promise<GatewaySummary[]> => own(({ context, actor }) => listGateways(context, actor))

/** The keys by which the shop's own servers know who paid. */
export const readUpstreamKeys = (): Promise<UpstreamKeyView[]> =>
  own(({ context, actor }) => listUpstreamKeys(context, actor))

/** Null where the shop has none of that id. */
export const readGateway = (gatewayId: string): Promise<GatewayView | null> =>
  ownOrNull(({ context, actor }) => getGateway(context, actor, gatewayId))

/** An image that the shop's writer has inserted, as WebP. */
export const readImage = (imageId: string): Promise<Uint8Array<ArrayBuffer>> =>
  own(({ context, actor }) => getImage(context, actor, imageId))

export const readPayments = (filter: unknown): Promise<PaymentPage> =>
  own(({ context, actor }) => listPayments(context, actor, filter))

/** The payments that a filter means, as CSV. */
export const readPaymentsExport = (filter: unknown): Promise<ReadableStream<Uint8Array>> =>
  own(({ context, actor }) => exportPayments(context, actor, filter))

/** Null where the shop has none of that id. */
export const readPayment = (paymentId: string): Promise<{ payment: PaymentView; timeline: TimelineStep[] } | null> =>
  ownOrNull(async ({ context, actor }) => {
    const payment = await getPayment(context, actor, paymentId)
    return { payment, timeline: buildPaymentTimeline(payment) }
  })

/** The refunds of one of the shop's payments, and the refundable rest. */
export const readPaymentRefunds = (paymentId: string): Promise<PaymentRefunds> =>
  own(({ context, actor }) => listPaymentRefunds(context, actor, paymentId))

/** The channels that paid for calls of the shop. */
export const readChannels = (page: unknown): Promise<ChannelPage> =>
  own(({ context, actor }) => listChannels(context, actor, page))

/** What they come to, and when they are claimed by themselves. */
export const readChannelSums = (): Promise<ChannelSums> => own(({ context, actor }) => sumChannels(context, actor))

/** The last N days (UTC), today included; `range` says which. */
export const readEarnings = ({ days }: { days: number }): Promise<Earnings & { range: { from: Date; until: Date } }> =>
  own(async ({ context, actor }) => {
    const range = lastDays(context.clock(), days)
    return { ...(await summarizeEarnings(context, actor, range)), range }
  })

/** A month (UTC) that has begun, such as `2026-01`. */
export const readStatement = (month: string): Promise<Statement> =>
  own(({ context, actor }) => readMonth(context, actor, { month }))

/** Today until now (UTC), beside the same hours a week ago. */
export const readToday = (): Promise<TodayCompared> => own(({ context, actor }) => compareToday(context, actor))

/** What needs the seller. */
export const readConcerns = (): Promise<Concerns> => own(({ context, actor }) => listConcerns(context, actor))

/** Titles of the shop's routes, by the keys that payments name them with. */
export const readRouteNames = (named: readonly { routeKey: string }[]): Promise<Map<string, NamedRoute>> =>
  own(({ context, actor }) => nameRoutes(context, actor, named))

/** The same days: 402s, signed payments and settled ones, by route and kind of caller. */
export const readConversion = ({ days }: { days: number }): Promise<Conversions> =>
  own(({ context, actor }) => summarizeConversion(context, actor, lastDays(context.clock(), days)))

export const readEndpoints = (): Promise<EndpointView[]> => own(({ context, actor }) => listEndpoints(context, actor))

export const readDeliveries = (endpointId: string): Promise<DeliveryView[]> =>
  own(async ({ context, actor }) => (await listDeliveries(context, actor, { endpointId })).deliveries)

/** Where the shop is told by e-mail. */
export const readMailbox = (): Promise<MailboxView> => own(({ context, actor }) => getMailbox(context, actor))

/** The shop's usage and limits. */
export const readQuotas = (): Promise<Usage[]> => own(({ context, actor }) => readUsage(context, actor))

/** Who changed what in the shop, newest first. */
export const readChanges = (page: unknown): Promise<ChangePage> =>
  own(({ context, actor }) => listChanges(context, actor, page))

export const readKeys = (): Promise<KeyView[]> => own(({ context, actor }) => listKeys(context, actor))

/** Reads as the signed-in seller; an address that this site never made, such as one with an invalid filter, is not found. */
async function own<T>(read: DashboardRead<T>): Promise<T> {
  const found = await find(read)
  return found ? found.value : notFound()
}

/** Reads as the signed-in seller what an address names; other sellers' rows are null. */
const ownOrNull = async <T>(read: DashboardRead<T>): Promise<T | null> => (await find(read))?.value ?? null

const find = <T>(read: DashboardRead<T>) =>
  readDashboard(read, (code) => code.endsWith('_NOT_FOUND') || code === 'INPUT_REFUSED')
