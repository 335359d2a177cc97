import { useFormatter, useTranslations } from 'next-intl'
import { networkName } from '@/lib/base/x402/networks'
import type { Earning } from '@/lib/payments/sum-earnings'
import { DataTable } from '@/lib/site/ui/data-table'
import { amountColumn, KeptLine, PaymentAmount } from './payment-amount'

type EarnedChartProps = {
  total: Earning
  byDay: readonly (Earning & { day: string })[]
  range: { from: Date; until: Date }
}

const BAR = 10

export function EarnedChart(props: EarnedChartProps) {
  const { total } = props
  const t = useTranslations('dashboard.chart')
  const inAll = useTranslations('earnings.statement')
  const dayInWords = useDayInWords()
  const days = daysOf(props)
  const highest = days.reduce((best, each) => (each.keptAtomic > best.keptAtomic ? each : best))
  return (
    <figure className="grid content-start gap-2">
      <figcaption className="font-strong">
        {t.rich('inDays', {
          days: days.length,
          network: networkName(total.network),
          amount: () => <PaymentAmount {...total} amountAtomic={total.keptAtomic} />,
        })}
      </figcaption>
      <div>
        <svg
          viewBox={`0 0 ${days.length * BAR} 100`}
          preserveAspectRatio="none"
          aria-hidden
          className="block h-20 w-full"
        >
          {days.map(({ day, keptAtomic }, place) => {
            const height = keptAtomic > 0n ? (100 * Number(keptAtomic)) / Number(highest.keptAtomic) : 0
            return (
              <rect
                key={day}
                x={place * BAR + 1}
                y={100 - height}
                width={BAR - 2}
                height={height}
                className={day === highest.day ? 'fill-accent' : 'fill-edge'}
              />
            )
          })}
        </svg>
        <p className="flex justify-between border-t border-edge pt-1 text-small text-quiet">
          <span>{dayInWords(days[0]?.day ?? '')}</span>
          <span>{dayInWords(days.at(-1)?.day ?? '')}</span>
        </p>
      </div>
      <details>
        <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center justify-between gap-x-4 text-small text-quiet [&::-webkit-details-marker]:hidden">
          <span>
            <KeptLine {...total} />
          </span>
          <span className="text-accent underline underline-offset-4">{t('table')}</span>
        </summary>
        <DataTable
          caption={t('caption', { network: networkName(total.network) })}
          rows={days.filter(({ payments, refundedAtomic }) => payments > 0 || refundedAtomic > 0n).toReversed()}
          rowKey={({ day }) => day}
          columns={[
            { title: t('day'), cell: ({ day }) => <time dateTime={day}>{dayInWords(day)}</time> },
            { title: t('payments'), isNumeric: true, cell: ({ payments }) => payments },
            amountColumn(inAll('cameIn'), 'amountAtomic'),
            amountColumn(inAll('givenBack'), 'refundedAtomic'),
            amountColumn(inAll('kept'), 'keptAtomic'),
          ]}
        />
      </details>
    </figure>
  )
}

function useDayInWords() {
  const format = useFormatter()
  return (day: string) => (day === '' ? '' : format.dateTime(new Date(day), { day: 'numeric', month: 'short' }))
}

const DAY_MS = 86_400_000

const nothing = { keptAtomic: 0n, amountAtomic: 0n, refundedAtomic: 0n, payments: 0 }

/** One asset's earnings for every day (UTC, such as `2026-01-31`), also those without any; oldest first. */
function daysOf({ total: { network, asset }, byDay, range: { from, until } }: EarnedChartProps) {
  const own = byDay.filter((each) => each.network === network && each.asset === asset)
  const known = new Map(own.map((each) => [each.day, each]))
  const count = Math.round((until.getTime() - from.getTime()) / DAY_MS)
  return Array.from({ length: count }, (_, place) => {
    const day = new Date(from.getTime() + place * DAY_MS).toISOString().slice(0, 10)
    return known.get(day) ?? { day, network, asset, ...nothing }
  })
}
