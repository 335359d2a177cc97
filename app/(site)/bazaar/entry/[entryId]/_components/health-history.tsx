import { useTranslations } from 'next-intl'
import { findKnown } from '@/app/(site)/bazaar/_components/facts-in-words'
import type { ListingProbe } from '@/lib/bazaar/find-listings'
import { Section } from '@/lib/site/ui/section'
import { Timestamp } from '@/lib/site/ui/timestamp'

/** How many of the last checks were answered, and how the latest ended. */
export function HealthHistory({ probes, isOwn }: { probes: ListingProbe[]; isOwn: boolean }) {
  const t = useTranslations('bazaarEntry.health')
  const [latest] = probes
  return (
    <Section id="health" title={t('title')} className="grid content-start gap-4">
      {!latest ? (
        <p className="text-quiet">{t(isOwn ? 'own' : 'unchecked')}</p>
      ) : (
        <>
          <p>{checksInWords(t, probes)}</p>
          <p>
            {t.rich('latest', {
              time: () => <Timestamp at={latest.probedAt} />,
              outcome: withStatus(t, latest.isUp ? t('answered') : problemInWords(t, latest.problem), latest.status),
            })}
          </p>
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
} as const

function problemInWords(t: Texts, problem: string | null): string {
  if (problem === null) return t('failed')
  const known = findKnown(problems, problem)
  return known ? t(known) : problem.replaceAll('_', ' ')
}

const withStatus = (t: Texts, outcome: string, status: number | null): string =>
  status === null ? outcome : t('withStatus', { outcome, status: String(status) })
