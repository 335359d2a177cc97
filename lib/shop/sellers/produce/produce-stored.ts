import { problemResponse } from '@/lib/base/http/problem'
import { addressIdentity } from '@/lib/base/x402/addresses'
import { PASS_MEDIA_TYPE } from '@/lib/base/x402/passes'
import { findPassEnd } from '@/lib/payments/passes'
import type { PassSettings } from '../passes/shop-passes'
import type { SellersContext } from '../ports'
import { listCovered } from '../routes/find-goods'
import type { ServedRoute } from '../routes/served-routes'
import { openSealed } from '../seal'
import { computeCharge, meterStream } from './compute-charge'
import { produceFromUpstream, type SigningUpstream, type UpstreamCall } from './produce-from-upstream'
import { lastPart, prefersMarkdown, produceArticle, produceFile } from './produce-goods'

export type Charging = {
  /** Null when nothing is charged for this answer. */
  metered: { network: string; maximumAtomic: bigint } | null
  setAmount: (amount: string) => void
}

/** A call, and whether a language model reads the answer, as with a tool. */
export type StoredCall = UpstreamCall & { isForAgent: boolean }

/** Produces a stored route's content. An answer of 400 or above means that nothing may be charged. */
export async function produceStored(
  context: SellersContext,
  route: ServedRoute,
  { isForAgent, ...call }: StoredCall,
  charging: Charging,
): Promise<Response> {
  const { database } = context
  const { routeId, kind, settings } = route
  if (kind === 'article' || kind === 'sign_in') {
    const mimeType = prefersMarkdown(call.request.headers) ? 'text/markdown' : route.gateRoute.mimeType
    const savedAs = new URL(call.request.url).searchParams.has('save') ? lastPart(route.routeKey) : null
    return produceArticle(database, { routeId, mimeType, isForAgent, savedAs })
  }
  if (kind === 'file') return produceFile(database, routeId, call.buyer.kind === 'payment' ? null : call.request)
  if (settings.pass) return producePass(context, routeId, settings.pass, call.buyer)
  // A free answer is not streamed, so that it takes little room and time, for any caller.
  const isPaid = settings.access === 'paid'
  // The body of a tool's call is made here from its arguments, so its size is known.
  const streamsUpload = isPaid && settings.maxUploadBytes !== null && !isForAgent
  const upstream = { ...(await findUpstream(context, route)), streamsUpload }
  const isStreaming = isPaid && settings.isStreaming
  const lastsMs = isStreaming ? settings.streamSeconds * 1000 : null
  const { response, answer } = await produceFromUpstream(context, upstream, call, lastsMs)
  const { metering } = settings
  const { metered, setAmount } = charging
  if (!metering || !metered) return response
  const decimals = context.decimalsOf(metered.network)
  if (isStreaming && response.ok && response.body)
    return new Response(meterStream(response.body, metering, { decimals, setAmount }), response)
  if (!answer) return response
  const charge = computeCharge(metering, answer, { maximumAtomic: metered.maximumAtomic, decimals })
  if (!charge.ok) return amountRefused(charge.message)
  setAmount(charge.amountAtomic.toString())
  return response
}

async function findUpstream(
  { database, clock, sealKey }: SellersContext,
  { routeId, routeKey, headers, settings: { chargeOn }, gateRoute }: ServedRoute,
): Promise<Omit<SigningUpstream, 'streamsUpload'>> {
  const upstreamKeys = { where: { signsFrom: { lte: clock() } }, orderBy: { signsFrom: 'desc' }, take: 1 } as const
  const { route, ...upstream } = await database.routeUpstream.findUniqueOrThrow({
    where: { routeId },
    include: { route: { select: { seller: { select: { upstreamKeys } } } } },
  })
  const [newest] = route.seller.upstreamKeys
  const signing = newest ? { keyId: newest.id, key: openSealed(sealKey, newest.id, newest.sealedKey) } : null
  return { ...upstream, routeKey, headers, chargeOn, signing, isPaidFirst: gateRoute.settle === 'before' }
}

const amountRefused = (message: string): Response =>
  problemResponse({
    code: 'settlement_amount_invalid',
    detail: `The seller's meter gave no valid amount. ${message} You were not charged.`,
  })

/** More are found in the shop's own documents. */
const MAX_NAMED = 200

async function producePass(
  { database, clock, publicOrigin }: SellersContext,
  passId: string,
  pass: PassSettings,
  buyer: UpstreamCall['buyer'],
): Promise<Response> {
  const row = await database.storedRoute.findUniqueOrThrow({
    where: { id: passId },
    select: { title: true, sellerId: true },
  })
  const covered = await listCovered(database, row.sellerId, pass)
  const said = {
    pass: row.title,
    validUntil: await endFor(database, { passId, buyer, days: pass.days, now: clock() }),
    days: pass.days,
    callsPerDay: pass.callsPerDay,
    covers: covered.length,
    routes: covered.slice(0, MAX_NAMED).map(({ title, method, path }) => ({ title, method, url: publicOrigin + path })),
    opensBy: 'sign-in-with-x',
  }
  return Response.json(said, { headers: { 'content-type': PASS_MEDIA_TYPE } })
}

type PassRequest = { passId: string; buyer: UpstreamCall['buyer']; days: number; now: Date }

/** With the time that a payment is just about to add. */
async function endFor(
  database: SellersContext['database'],
  { passId, buyer, days, now }: PassRequest,
): Promise<Date | null> {
  if (buyer.kind === 'anyone') return null
  const address = buyer.kind === 'payment' ? buyer.payer : buyer.address
  const payerIdentity = addressIdentity(address.startsWith('0x') ? 'evm' : 'svm', address)
  if (buyer.kind !== 'payment') return findPassEnd(database, { passId, payerIdentity })
  const end = await findPassEnd(database, { passId, payerIdentity, exceptId: buyer.paymentId })
  return new Date(Math.max(now.getTime(), end?.getTime() ?? 0) + days * 86_400_000)
}
