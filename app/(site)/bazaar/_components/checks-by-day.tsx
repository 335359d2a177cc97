import { clsx } from 'clsx'
import { DataTable } from '@/lib/ui/data-table'
import type { Storefront } from '../_server/explorer'
import { percent } from './facts-in-words'
import { Folded } from './folded'

const HEIGHT = 40
const STEP = 10

const dayInWords = (day: Date) =>
  day.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** One bar a day, as high as the share of checks that were answered with a price, and the same as a table. */
export function ChecksByDay({ days }: { days: Storefront['days'] }) {
  const checks = days.reduce((sum, day) => sum + day.checks, 0)
  const answered = days.reduce((sum, day) => sum + day.answered, 0)
  return (
    <section aria-labelledby="health" className="grid content-start gap-4">
      <h2 id="health" className="text-title font-strong">
        Health
      </h2>
      {checks === 0 ? (
        <p className="text-quiet">Nothing of it has been checked in 30 days.</p>
      ) : (
        <>
          <p>
            {answered.toLocaleString('en-GB')} of {checks.toLocaleString('en-GB')} checks in 30 days were answered with
            a price ({percent(answered / checks)}).
          </p>
          <svg
            viewBox={`0 0 ${30 * STEP} ${HEIGHT}`}
            role="img"
            aria-label={`Share of checks that were answered, by day, for ${days.length} ${days.length === 1 ? 'day' : 'days'}`}
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
          <Folded title="As a table">
            <DataTable
              caption="Checks by day"
              isCaptionHidden
              rows={days.toReversed()}
              rowKey={({ day }) => day.toISOString()}
              columns={[
                { title: 'Day', cell: ({ day }) => dayInWords(day) },
                { title: 'Checks', isNumeric: true, cell: (row) => row.checks },
                { title: 'Answered', isNumeric: true, cell: (row) => percent(row.answered / row.checks) },
              ]}
            />
          </Folded>
        </>
      )}
    </section>
  )
}
