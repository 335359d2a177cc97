import { getTranslations } from 'next-intl/server'
import { networkName } from '@/lib/base/x402/networks'
import { Link } from '@/lib/site/ui/link'
import { EmptyState } from '@/lib/site/ui/notice'
import { Tabs } from '@/lib/site/ui/tabs'
import { Page } from '../../_components/page'
import { EarnedChart } from '../_components/earned-chart'
import { EarningsTable } from '../_components/earnings-table'
import { PaymentAmount } from '../_components/payment-amount'
import { read, readEarnings, readRouteNames, titledForSellers } from '../_server/dashboard'

export const generateMetadata = titledForSellers('earnings.title')

const ranges = [7, 30, 90, 365]

export default async function EarningsPage({ searchParams }: { searchParams: Promise<{ days?: string | string[] }> }) {
  const { days } = await searchParams
  const chosen = ranges.find((range) => String(range) === days) ?? 30
  const [earnings, channels] = await Promise.all([readEarnings(chosen), read('sumChannels')])
  const t = await getTranslations('earnings')
  const { byNetwork } = earnings
  const names = await readRouteNames(earnings.byRoute)
  const tabs = ranges.map((range) => ({
    title: t('days', { days: range }),
    href: `/dashboard/earnings?days=${range}`,
    isCurrent: range === chosen,
  }))
  return (
    <Page title={t('title')}>
      <Tabs label={t('range')} tabs={tabs} />
      <p className="-mt-4">
        <Link href="/dashboard/earnings/statement" className="inline-flex min-h-11 items-center">
          {t('statementLink')}
        </Link>
      </p>
      {byNetwork.length === 0 ? (
        <EmptyState
          title={t('none.title')}
          about={t('none.about')}
          next={{ href: '/dashboard/payments', label: t('none.attempts') }}
        />
      ) : (
        <>
          <ul className="grid gap-8">
            {byNetwork.map((total) => (
              <li key={`${total.network} ${total.asset}`}>
                <EarnedChart {...earnings} total={total} />
              </li>
            ))}
          </ul>
          {channels.sums
            .filter(({ unclaimedAtomic }) => unclaimedAtomic > 0n)
            .map(({ unclaimedAtomic, ...of }) => (
              <p key={`${of.network} ${of.asset}`} className="text-small text-quiet">
                {t.rich('unclaimed', {
                  network: networkName(of.network),
                  amount: () => <PaymentAmount {...of} amountAtomic={unclaimedAtomic} />,
                  link: (words) => <Link href="/dashboard/channels">{words}</Link>,
                })}
              </p>
            ))}
          <EarningsTable {...earnings} names={names} caption={t('caption', { days: chosen })} />
        </>
      )}
    </Page>
  )
}
