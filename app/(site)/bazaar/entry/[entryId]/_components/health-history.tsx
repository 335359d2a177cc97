import clsx from 'clsx'
import { Badge } from '@/lib/ui/badge'
import { DataTable } from '@/lib/ui/data-table'
import { Timestamp } from '@/lib/ui/timestamp'
import { Folded } from '../../../_components/folded'
import type { ListingProbe } from '../../../_server/explorer'

const HEIGHT = 40
const STEP = 8

/** The last checks, oldest on the left: a bar as long as the answer took, a cross where none came. */
export function HealthHistory({ probes, isOwn }: { probes: ListingProbe[]; isOwn: boolean }) {
  return (
    <section aria-labelledby="health" className="grid content-start gap-4">
      <h2 id="health" className="text-title font-strong">
        Health
      </h2>
      {probes.length === 0 ? (
        <p className="text-quiet">
          {isOwn ? 'This page comes from the same server, so nothing checks it from outside.' : 'Not checked yet.'}
        </p>
      ) : (
        <>
          <p>{checksInWords(probes)}</p>
          <figure className="grid gap-1">
            <ProbeChart probes={probes.toReversed()} />
            <figcaption className="text-small text-quiet">
              Latest on the right; a bar is as long as its answer took.
            </figcaption>
          </figure>
          <Folded title="As a table">
            <DataTable
              caption="Checks"
              isCaptionHidden
              rows={probes.map((probe, index) => ({ ...probe, index }))}
              rowKey={({ index }) => String(index)}
              columns={[
                { title: 'When', cell: ({ probedAt }) => <Timestamp at={probedAt} /> },
                {
                  title: 'Answer',
                  cell: ({ isUp, problem, status }) => (
                    <Badge state={isUp ? 'settled' : 'refused'}>
                      {isUp ? 'Answered' : (problem?.replaceAll('_', ' ') ?? 'Failed')}
                      {status !== null && ` (${status})`}
                    </Badge>
                  ),
                },
                {
                  title: 'Time',
                  isNumeric: true,
                  cell: ({ latencyMs }) => (latencyMs === null ? '' : `${latencyMs} ms`),
                },
              ]}
            />
          </Folded>
        </>
      )}
    </section>
  )
}

function checksInWords(probes: ListingProbe[]): string {
  const up = probes.filter(({ isUp }) => isUp).length
  if (probes.length === 1) return `The only check so far ${up === 1 ? 'answered with a price' : 'failed'}.`
  return `${up} of the last ${probes.length} checks answered with a price.`
}

function ProbeChart({ probes }: { probes: ListingProbe[] }) {
  const slowest = Math.max(1, ...probes.map(({ latencyMs }) => latencyMs ?? 0))
  const barHeight = (latencyMs: number | null) => Math.max(6, Math.round(((latencyMs ?? 0) / slowest) * (HEIGHT - 4)))
  return (
    <svg
      viewBox={`0 0 ${Math.max(probes.length, 20) * STEP} ${HEIGHT}`}
      role="img"
      aria-label={`The last ${probes.length} checks; the slowest answer took ${slowest} ms`}
      className="h-10 w-full max-w-measure border-b border-rule fill-none"
      preserveAspectRatio="xMinYMax meet"
    >
      {probes.map(({ isUp, latencyMs }, index) => (
        <path
          key={index}
          strokeWidth={isUp ? 4 : 1.5}
          className={clsx(isUp ? 'stroke-settled' : 'stroke-refused')}
          d={
            isUp
              ? `M${index * STEP + 4} ${HEIGHT}v${-barHeight(latencyMs)}`
              : `m${index * STEP + 1} ${HEIGHT - 8} 6 6m0-6-6 6`
          }
        />
      ))}
    </svg>
  )
}
