import { useFormatter, useTranslations } from 'next-intl'
import { networkName } from '@/lib/base/x402/networks'
import type { Earning } from '@/lib/shop/sellers/payments/earnings'
import { DataTable } from '@/lib/site/ui/data-table'
import { type DayKept, percentOfAmount } from './days-of'
import { KeptLine, PaymentAmount } from './payment-amount'

type EarnedChartProps = {
  total: Earning
  days: DayKept[]
}

const BAR = 10

export function EarnedChart({ total, days }: EarnedChartProps) {
  const t = useTranslations('dashboard.chart')
  const inAll = useTranslations('earnings.statement')
  const dayInWords = useDayInWords()
  const { network, asset } = total
  const highest = days.reduce((best, each) => (each.keptAtomic > best.keptAtomic ? each : best))
  const amount = (amountAtomic: bigint) => <PaymentAmount {...{ network, asset, amountAtomic }} />
  return (
    <figure className="grid content-start gap-2">
      <figcaption className="font-strong">
        {t.rich('inDays', {
          days: days.length,
          network: networkName(network),
          amount: () => amount(total.keptAtomic),
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
            const height = keptAtomic > 0n ? percentOfAmount(keptAtomic, highest.keptAtomic) : 0
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
          caption={t('caption', { network: networkName(network) })}
          rows={days.filter(({ payments, refundedAtomic }) => payments > 0 || refundedAtomic > 0n).toReversed()}
          rowKey={({ day }) => day}
          columns={[
            { title: t('day'), cell: ({ day }) => <time dateTime={day}>{dayInWords(day)}</time> },
            { title: t('payments'), isNumeric: true, cell: ({ payments }) => payments },
            { title: inAll('cameIn'), isNumeric: true, cell: ({ amountAtomic }) => amount(amountAtomic) },
            { title: inAll('givenBack'), isNumeric: true, cell: ({ refundedAtomic }) => amount(refundedAtomic) },
            { title: inAll('kept'), isNumeric: true, cell: ({ keptAtomic }) => amount(keptAtomic) },
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
