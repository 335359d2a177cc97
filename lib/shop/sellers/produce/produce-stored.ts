import { problemResponse } from '@/lib/base/http/problem'
import type { SellersContext } from '../ports'
import type { ServedRoute } from '../routes/to-served-route'
import { openSealed } from '../seal'
import { computeCharge } from './compute-charge'
import { meterStream } from './meter-stream'
import { produceArticle } from './produce-article'
import { produceFile } from './produce-file'
import { produceFromUpstream, type SigningUpstream, type UpstreamCall } from './produce-from-upstream'
import { producePass } from './produce-pass'
import { streamFromUpstream } from './stream-from-upstream'

/** How a buyer is charged: by meter, or paid already. */
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
  const { routeId, kind } = route
  if (kind === 'article' || kind === 'sign_in') {
    return produceArticle(database, { routeId, mimeType: route.gateRoute.mimeType, isForAgent })
  }
  if (kind === 'file') return produceFile(database, routeId)
  if (kind === 'pass') return producePass(context, routeId, call.buyer)
  // The body of a tool's call is made here from its arguments, so its size is known.
  const streamsUpload = route.streamsUpload && !isForAgent
  const upstream = { ...(await findUpstream(context, route)), streamsUpload }
  if (route.streamSeconds !== null) {
    const response = await streamFromUpstream(context, upstream, call, route.streamSeconds * 1000)
    return response.ok ? meterAnswer(context, route, response, charging) : response
  }
  const { response, answer } = await produceFromUpstream(context, upstream, call)
  const { metered, setAmount } = charging
  if (!answer || !route.metering || !metered) return response
  const limits = { maximumAtomic: metered.maximumAtomic, decimals: context.decimalsOf(metered.network) }
  const charge = computeCharge(route.metering, answer, limits)
  if (!charge.ok) return amountRefused(charge.message)
  setAmount(charge.amountAtomic.toString())
  return response
}

async function findUpstream(
  { database, clock, sealKey }: SellersContext,
  { routeId, routeKey, headers }: ServedRoute,
): Promise<Omit<SigningUpstream, 'streamsUpload'>> {
  const upstreamKeys = { where: { signsFrom: { lte: clock() } }, orderBy: { signsFrom: 'desc' }, take: 1 } as const
  const { route, ...upstream } = await database.routeUpstream.findUniqueOrThrow({
    where: { routeId },
    include: { route: { select: { seller: { select: { upstreamKeys } } } } },
  })
  const [newest] = route.seller.upstreamKeys
  const signing = newest ? { keyId: newest.id, key: openSealed(sealKey, newest.id, newest.sealedKey) } : null
  return { ...upstream, routeKey, headers, signing }
}

function meterAnswer(
  { decimalsOf }: Pick<SellersContext, 'decimalsOf'>,
  { metering }: Pick<ServedRoute, 'metering'>,
  response: Response,
  { metered, setAmount }: Charging,
): Response {
  if (!metering || !metered || !response.body) return response
  const terms = { decimals: decimalsOf(metered.network), setAmount }
  return new Response(meterStream(response.body, metering, terms), response)
}

const amountRefused = (message: string): Response =>
  problemResponse({
    code: 'settlement_amount_invalid',
    detail: `The seller's meter gave no valid amount. ${message} You were not charged.`,
  })
