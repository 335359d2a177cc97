import type { SellerView } from '@/lib/shop/sellers/shop'
import { ConcernList, countConcerns, ForSale, TodayLine } from './_components/business'
import { daysOf } from './_components/days-of'
import { EarnedChart } from './_components/earned-chart'
import { FirstSteps } from './_components/first-steps'
import { FollowLive } from './_components/follow-live'
import { PayeeFirst } from './_components/notices'
import { openDashboard, read, readConcerns, readEarnings, readRouteNames, titledForSellers } from './_server/dashboard'

export const generateMetadata = titledForSellers('dashboard.today.title')

/** Today's sales and the tasks that wait for the seller; without a shop, the layout shows how to open one. */
export default async function TodayPage() {
  const dashboard = await openDashboard()
  if (!dashboard?.seller) return null
  const { payments } = await read('listPayments', { limit: 1 })
  return (
    <>
      <FollowLive everySeconds={5} />
      {payments.length === 0 ? <BeforeTheFirst seller={dashboard.seller} /> : <Business seller={dashboard.seller} />}
    </>
  )
}

async function BeforeTheFirst({ seller }: { seller: SellerView }) {
  const [{ routes }, concerns] = await Promise.all([read('listRoutes', { state: 'live', limit: 1 }), readConcerns()])
  return (
    <div className="grid gap-10 lg:grid-cols-[3fr_2fr]">
      <FirstSteps hasPayee={seller.payees.length > 0} liveRouteId={routes[0]?.routeId ?? null} />
      <ConcernList concerns={concerns} />
    </div>
  )
}

const DAYS = 30
const SHOWN_ROUTES = 8

async function Business({ seller }: { seller: SellerView }) {
  const [{ range, byDay, byNetwork, byRoute }, concerns, { routes, nextCursor }] = await Promise.all([
    readEarnings(DAYS),
    readConcerns(),
    read('listRoutes', { state: 'live', limit: SHOWN_ROUTES }),
  ])
  const names = await readRouteNames(byRoute)
  const lastDay = new Date(range.until.getTime() - 1).toISOString().slice(0, 10)
  return (
    <div className="grid min-w-0 gap-8">
      <TodayLine today={byDay.filter(({ day }) => day === lastDay)} needs={countConcerns(concerns)} />
      {seller.payees.length === 0 && <PayeeFirst />}
      <ConcernList concerns={concerns} />
      {byNetwork.map((total) => (
        <EarnedChart key={`${total.network} ${total.asset}`} total={total} days={daysOf(byDay, total, range)} />
      ))}
      {routes.length > 0 && <ForSale {...{ routes, byRoute, names }} days={DAYS} hasMore={nextCursor !== null} />}
    </div>
  )
}
