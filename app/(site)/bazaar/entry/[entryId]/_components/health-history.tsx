import clsx from 'clsx'
import { useTranslations } from 'next-intl'
import { findKnown } from '@/app/(site)/bazaar/_components/facts-in-words'
import { Folded } from '@/app/(site)/bazaar/_components/folded'
import type { ListingProbe } from '@/lib/bazaar/find-listings'
import { Badge } from '@/lib/site/ui/badge'
import { DataTable } from '@/lib/site/ui/data-table'
import { Section } from '@/lib/site/ui/section'
import { Timestamp } from '@/lib/site/ui/timestamp'

const HEIGHT = 40
const STEP = 8

/** The last checks, oldest on the left: a bar as long as the answer took, a cross where there was none. */
export function HealthHistory({ probes, isOwn }: { probes: ListingProbe[]; isOwn: boolean }) {
  const t = useTranslations('bazaarEntry.health')
  return (
    <Section id="health" title={t('title')} className="grid content-start gap-4">
      {probes.length === 0 ? (
        <p className="text-quiet">{t(isOwn ? 'own' : 'unchecked')}</p>
      ) : (
        <>
          <p>{checksInWords(t, probes)}</p>
          <figure className="grid gap-1">
            <ProbeChart probes={probes.toReversed()} />
            <figcaption className="text-small text-quiet">{t('caption')}</figcaption>
          </figure>
          <Folded title={t('asTable')}>
            <DataTable
              caption={t('checks')}
              isCaptionHidden
              rows={probes}
              columns={[
                { title: t('when'), cell: ({ probedAt }) => <Timestamp at={probedAt} /> },
                {
                  title: t('answer'),
                  cell: ({ isUp, problem, status }) => (
                    <Badge state={isUp ? 'settled' : 'refused'}>
                      {withStatus(t, isUp ? t('answered') : problemInWords(t, problem), status)}
                    </Badge>
                  ),
                },
                {
                  title: t('duration'),
                  isNumeric: true,
                  cell: ({ latencyMs }) => (latencyMs === null ? '' : t('milliseconds', { count: String(latencyMs) })),
                },
              ]}
            />
          </Folded>
        </>
      )}
    </Section>
  )
}

type Texts = ReturnType<typeof useTranslations<'bazaarEntry.health'>>

function checksInWords(t: Texts, probes: ListingProbe[]): string {
  const up = probes.filter(({ isUp }) => isUp).length
  if (probes.length === 1) return t('only', { isUp: String(up === 1) })
  return t('several', { up: String(up), count: String(probes.length) })
}

const problems = {
  address_refused: 'problems.addressRefused',
  unreachable: 'problems.unreachable',
  timeout: 'problems.timeout',
  too_large: 'problems.tooLarge',
  not_402: 'problems.not402',
  challenge_missing: 'problems.challengeMissing',
  challenge_malformed: 'problems.challengeMalformed',
  not_mcp: 'problems.notMcp',
  tool_missing: 'problems.toolMissing',
  tool_unpaid: 'problems.toolUnpaid',
  arguments_refused: 'problems.argumentsRefused',
  terms_missing: 'problems.termsMissing',
  terms_differ: 'problems.termsDiffer',
} as const

function problemInWords(t: Texts, problem: string | null): string {
  if (problem === null) return t('failed')
  const known = findKnown(problems, problem)
  return known ? t(known) : problem.replaceAll('_', ' ')
}

const withStatus = (t: Texts, outcome: string, status: number | null): string =>
  status === null ? outcome : t('withStatus', { outcome, status: String(status) })

function ProbeChart({ probes }: { probes: ListingProbe[] }) {
  const t = useTranslations('bazaarEntry.health')
  const slowest = Math.max(1, ...probes.map(({ latencyMs }) => latencyMs ?? 0))
  const barHeight = (latencyMs: number | null) => Math.max(6, Math.round(((latencyMs ?? 0) / slowest) * (HEIGHT - 4)))
  return (
    <svg
      viewBox={`0 0 ${Math.max(probes.length, 20) * STEP} ${HEIGHT}`}
      role="img"
      aria-label={t('chart', { count: String(probes.length), slowest: String(slowest) })}
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
