import { clsx } from 'clsx'
import { useFormatter, useTranslations } from 'next-intl'
import type { Storefront } from '@/lib/bazaar/find-listings'
import { DataTable } from '@/lib/site/ui/data-table'
import { Section } from '@/lib/site/ui/section'
import { percentInWords } from '../_components/facts-in-words'
import { Folded } from '../_components/folded'

const HEIGHT = 40
const STEP = 10

/** One bar a day: the share of checks that were answered with a price; the same as a table. */
export function ChecksByDay({ days }: { days: Storefront['days'] }) {
  const t = useTranslations('bazaar')
  const format = useFormatter()
  const checks = days.reduce((sum, day) => sum + day.checks, 0)
  const answered = days.reduce((sum, day) => sum + day.answered, 0)
  return (
    <Section id="health" title={t('words.health')} className="grid content-start gap-4">
      {checks === 0 ? (
        <p className="text-quiet">{t('storefront.unchecked')}</p>
      ) : (
        <>
          <p>{t('storefront.answered', { answered, checks, share: percentInWords(t, answered / checks) })}</p>
          <svg
            viewBox={`0 0 ${30 * STEP} ${HEIGHT}`}
            role="img"
            aria-label={t('storefront.chart', { count: days.length })}
            className="h-10 w-full max-w-measure border-b border-rule fill-none"
            preserveAspectRatio="xMinYMax meet"
          >
            {days.slice(-30).map((day, index) => (
              <path
                key={day.day.toISOString()}
                strokeWidth={6}
                className={clsx(day.answered === day.checks ? 'stroke-settled' : 'stroke-waiting')}
                d={`M${index * STEP + 5} ${HEIGHT}v${-Math.max(2, Math.round((day.answered / day.checks) * (HEIGHT - 2)))}`}
              />
            ))}
          </svg>
          <Folded title={t('storefront.asTable')}>
            <DataTable
              caption={t('storefront.byDay')}
              isCaptionHidden
              rows={days.toReversed()}
              rowKey={({ day }) => day.toISOString()}
              columns={[
                {
                  title: t('storefront.day'),
                  cell: ({ day }) => format.dateTime(day, { day: 'numeric', month: 'short', year: 'numeric' }),
                },
                { title: t('storefront.checks'), isNumeric: true, cell: (row) => row.checks },
                {
                  title: t('storefront.answeredShare'),
                  isNumeric: true,
                  cell: (row) => percentInWords(t, row.answered / row.checks),
                },
              ]}
            />
          </Folded>
        </>
      )}
    </Section>
  )
}
