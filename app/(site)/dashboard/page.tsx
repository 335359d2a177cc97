import { getTranslations } from 'next-intl/server'
import { titled } from '@/app/_site/titled'
import type { SellerView } from '@/lib/shop/sellers/find-seller'
import { CopyButton } from '@/lib/site/ui/copy-button'
import { Link } from '@/lib/site/ui/link'
import { Tabs } from '@/lib/site/ui/tabs'
import { siteFacts } from '../../_server/site-facts'
import { FollowLive } from './_components/follow-live'
import { PayeeFirst } from './_components/payee-first'
import { BestRoutes } from './_overview/best-routes'
import { ConcernList } from './_overview/concern-list'
import { Earned } from './_overview/earned'
import { FirstSteps } from './_overview/first-steps'
import { LastPayments } from './_overview/last-payments'
import { openDashboard } from './_server/dashboard'
import { readConcerns, readEarnings, readPayments, readRouteNames, readRoutes, readToday } from './_server/seller-reads'

export const generateMetadata = titled('dashboard.overview.title')

type Props = { searchParams: Promise<{ days?: string | string[] }> }

const ranges = [7, 30, 90]

/** Earnings, comparisons and matters for the seller; until there is a shop, the layout shows how to open one. */
export default async function OverviewPage({ searchParams }: Props) {
  const [{ days }, dashboard] = await Promise.all([searchParams, openDashboard()])
  if (!dashboard?.seller) return null
  const t = await getTranslations('dashboard.overview')
  const { payments } = await readPayments({ limit: 8 })
  const { origin } = await siteFacts()
  const address = `${origin}/x/${dashboard.seller.handle}`
  return (
    <div className="grid gap-10">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid min-w-0 gap-2">
          <h1 className="font-serif text-display font-strong">{t('title')}</h1>
          <p className="flex items-center gap-x-4 text-small">
            <a
              href={address}
              className="figures inline-flex min-h-11 min-w-0 items-center text-accent underline wrap-anywhere"
            >
              {address}
            </a>
            <CopyButton value={address} name={t('shopAddress')} className="-ms-3 shrink-0" />
          </p>
        </div>
        {payments.length > 0 && (
          <Link href="/dashboard/routes/new" variant="primary">
            {t('sell')}
          </Link>
        )}
      </header>
      <FollowLive everySeconds={5} />
      {payments.length === 0 ? (
        <BeforeTheFirst seller={dashboard.seller} />
      ) : (
        <Business
          payments={payments}
          seller={dashboard.seller}
          days={ranges.find((each) => String(each) === days) ?? 30}
        />
      )}
    </div>
  )
}

async function BeforeTheFirst({ seller }: { seller: SellerView }) {
  const { routes } = await readRoutes({ states: ['live'], limit: 1 })
  const concerns = await readConcerns()
  const hasConcern = Object.values(concerns).some((list) => list.length > 0)
  return (
    <div className="grid gap-10 lg:grid-cols-[3fr_2fr]">
      <FirstSteps hasPayee={seller.payees.length > 0} liveRouteId={routes[0]?.routeId ?? null} />
      {hasConcern && <ConcernList concerns={concerns} />}
    </div>
  )
}

type BusinessProps = {
  payments: Awaited<ReturnType<typeof readPayments>>['payments']
  seller: SellerView
  days: number
}

async function Business({ payments, seller, days }: BusinessProps) {
  const [earnings, compared, concerns] = await Promise.all([readEarnings({ days }), readToday(), readConcerns()])
  const t = await getTranslations('dashboard.overview')
  const { byNetwork, byDay, range } = earnings
  const best = earnings.byRoute.slice(0, 5)
  const names = await readRouteNames([...best, ...payments])
  const tabs = ranges.map((each) => ({
    title: t('days', { days: each }),
    href: each === 30 ? '/dashboard' : `/dashboard?days=${each}`,
    isCurrent: each === days,
  }))
  return (
    <>
      {seller.payees.length === 0 && <PayeeFirst />}
      <section aria-label={t('earned')} className="grid gap-6">
        <Tabs label={t('range')} tabs={tabs} />
        {byNetwork.length > 0 ? (
          <Earned {...{ byNetwork, byDay, range, days, compared }} />
        ) : (
          <p className="text-quiet">{t('nothingEarned')}</p>
        )}
      </section>
      <div className="grid gap-10 lg:grid-cols-[3fr_2fr]">
        <div className="grid content-start lg:order-last">
          <ConcernList concerns={concerns} />
        </div>
        <LastPayments payments={payments} names={names} />
      </div>
      {best.length > 0 && <BestRoutes byRoute={best} names={names} days={days} />}
    </>
  )
}
