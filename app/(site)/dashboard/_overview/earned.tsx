import { useTranslations } from 'next-intl'
import { networkName } from '@/lib/base/x402/networks'
import type { TodayCompared } from '@/lib/shop/sellers/payments/compare-today'
import type { Earning } from '@/lib/shop/sellers/payments/summarize-earnings'
import { daysOf } from '../_components/days-of'
import { KeptLine } from '../_components/kept-line'
import { PaymentAmount } from '../_components/payment-amount'
import { EarnedChart } from './earned-chart'

type EarnedProps = {
  byNetwork: Earning[]
  byDay: (Earning & { day: string })[]
  range: { from: Date; until: Date }
  days: number
  compared: TodayCompared
}

/** Earnings per asset: the sum, today beside last week, and a bar for each day. */
export function Earned({ byNetwork, byDay, range, days, compared }: EarnedProps) {
  const t = useTranslations('dashboard.overview')
  return (
    <ul className="grid gap-10">
      {byNetwork.map((total) => (
        <li
          key={`${total.network} ${total.asset}`}
          className="grid gap-6 border border-rule bg-sheet p-4 sm:p-6 lg:grid-cols-[18rem_1fr]"
        >
          <div className="grid content-start gap-1">
            <p className="text-display leading-none font-strong">
              <PaymentAmount {...total} amountAtomic={total.keptAtomic} />
            </p>
            <p>{t('inDays', { days, network: networkName(total.network) })}</p>
            <p className="text-quiet">{t('payments', { count: total.payments })}</p>
            <p className="text-small text-quiet">
              <KeptLine {...total} />
            </p>
            <Today total={total} compared={compared} />
          </div>
          <EarnedChart total={total} days={daysOf(byDay, total, range)} />
        </li>
      ))}
    </ul>
  )
}

function Today({
  total: { network, asset },
  compared: { today, weekAgo },
}: {
  total: Earning
  compared: TodayCompared
}) {
  const t = useTranslations('dashboard.overview')
  const amountIn = (earnings: Earning[]) =>
    earnings.find((each) => each.network === network && each.asset === asset)?.keptAtomic ?? 0n
  return (
    <dl className="mt-4 grid gap-1 border-t border-rule pt-4 text-small">
      {[
        { label: t('today'), amountAtomic: amountIn(today) },
        { label: t('weekAgo'), amountAtomic: amountIn(weekAgo) },
      ].map(({ label, amountAtomic }) => (
        <div key={label} className="flex items-baseline justify-between gap-4">
          <dt className="text-quiet">{label}</dt>
          <dd className="whitespace-nowrap">
            <PaymentAmount {...{ network, asset, amountAtomic }} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
