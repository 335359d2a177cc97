import { problemResponse } from '@/lib/http/problem'
import type { SellersContext } from '../ports'
import type { ServedRoute } from '../routes/to-served-route'
import { computeCharge } from './compute-charge'
import { produceArticle } from './produce-article'
import { produceFile } from './produce-file'
import { produceFromUpstream, type UpstreamCall } from './produce-from-upstream'

/** The buyer as far as charging goes: a metered payment, or paid already. */
export type Charging = {
  /** Null when nothing is charged for this answer. */
  metered: { network: string; maximumAtomic: bigint } | null
  setAmount: (amount: string) => void
}

/** Produces what a stored route sells. An answer of 400 or above means that nothing may be charged. */
export async function produceStored(
  context: SellersContext,
  route: ServedRoute,
  call: UpstreamCall,
  charging: Charging,
): Promise<Response> {
  const { database } = context
  const { routeId, kind } = route
  if (kind === 'article' || kind === 'sign_in') {
    return produceArticle(database, { routeId, mimeType: route.gateRoute.mimeType })
  }
  if (kind === 'file') return produceFile(database, routeId)
  const upstream = await database.routeUpstream.findUniqueOrThrow({ where: { routeId } })
  const { response, answer } = await produceFromUpstream(context, upstream, call)
  const { metered, setAmount } = charging
  if (!answer || !route.metering || !metered) return response
  const limits = { maximumAtomic: metered.maximumAtomic, decimals: context.decimalsOf(metered.network) }
  const charge = computeCharge(route.metering, answer, limits)
  if (!charge.ok) return amountRefused(charge.message)
  setAmount(charge.amountAtomic.toString())
  return response
}

const amountRefused = (message: string): Response =>
  problemResponse({
    code: 'settlement_amount_invalid',
    detail: `The seller's meter gave no valid amount. ${message} You were not charged.`,
  })
