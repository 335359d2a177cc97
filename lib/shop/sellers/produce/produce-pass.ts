import { addressIdentity } from '@/lib/base/x402/addresses'
import { PASS_MEDIA_TYPE } from '@/lib/base/x402/passes'
import { findPassEnd } from '@/lib/payments/find-held-passes'
import type { SellersContext } from '../ports'
import { listCovered } from '../routes/list-covered'
import { routeSettings } from '../routes/route-input'
import type { UpstreamCall } from './produce-from-upstream'

/** More are found in the shop's own documents. */
const MAX_NAMED = 200

/** Tells the holder of a pass until when it lasts, and what it opens. */
export async function producePass(
  { database, clock, publicOrigin }: SellersContext,
  passId: string,
  buyer: UpstreamCall['buyer'],
): Promise<Response> {
  const row = await database.storedRoute.findUniqueOrThrow({
    where: { id: passId },
    select: { title: true, sellerId: true, settings: true },
  })
  const { pass } = routeSettings.parse(row.settings)
  if (!pass) throw new Error('A pass has its settings.')
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

type Asked = { passId: string; buyer: UpstreamCall['buyer']; days: number; now: Date }

/** With the time that a payment is just about to add. */
async function endFor(database: SellersContext['database'], { passId, buyer, days, now }: Asked): Promise<Date | null> {
  if (buyer.kind === 'anyone') return null
  const address = buyer.kind === 'payment' ? buyer.payer : buyer.address
  const payerIdentity = addressIdentity(address.startsWith('0x') ? 'evm' : 'svm', address)
  if (buyer.kind !== 'payment') return findPassEnd(database, { passId, payerIdentity })
  const end = await findPassEnd(database, { passId, payerIdentity, exceptId: buyer.paymentId })
  return new Date(Math.max(now.getTime(), end?.getTime() ?? 0) + days * 86_400_000)
}
