import { useTranslations } from 'next-intl'
import { getFormatter, getTranslations } from 'next-intl/server'
import { MissingPage } from '@/app/_components/missing-page'
import { titled, unindexed } from '@/app/_components/titled'
import { Figures, Page } from '@/app/(site)/_components/page'
import { FollowLive } from '@/app/(site)/dashboard/_components/follow-live'
import { networkName } from '@/lib/base/x402/networks'
import { type Checked, type FindingState, inFull } from '@/lib/site/operations/doctor/finding'
import { Badge, type BadgeState } from '@/lib/site/ui/badge'
import { Notice } from '@/lib/site/ui/notice'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { readOperatorView } from './_server/operator'

export const generateMetadata = titled('operator.title', unindexed)

export default async function OperatorPage() {
  const view = await readOperatorView()
  if (!view) return <MissingPage />
  const [t, format] = await Promise.all([getTranslations('operator'), getFormatter()])
  const { at, instances, unknown, crawler, webhooks, openMainnets, reorged, findings } = view
  const inState = (state: FindingState) => findings.filter((each) => each.state === state)
  const [failed, warned, passed] = [inState('fail'), inState('warn'), inState('ok')]
  return (
    <Page
      title={t('findings.found', { failed: failed.length, warned: warned.length })}
      head={<p className="text-quiet">{t.rich('asOf', { time: () => <Timestamp at={at} /> })}</p>}
    >
      <FollowLive everySeconds={10} />
      {openMainnets.length > 0 && (
        <Notice tone="waiting" title={t('openMainnets.title')}>
          <p>{t('openMainnets.about', { networks: format.list(openMainnets.map(networkName), { type: 'unit' }) })}</p>
        </Notice>
      )}
      {reorged.open + reorged.settledAgain + reorged.lost > 0 && (
        <Notice tone="refused" title={t('reorged.title')}>
          <p>{t('reorged.about', { again: reorged.settledAgain, open: reorged.open, lost: reorged.lost })}</p>
        </Notice>
      )}
      <FindingList findings={[...failed, ...warned]} />
      <Figures
        label={t('figures.title')}
        figures={[
          [t('figures.instances'), instances],
          [t('figures.unknown'), unknown],
          [t('figures.webhooksWaiting'), webhooks.waiting],
          [t('figures.webhooksOverdue'), webhooks.overdue],
          [t('figures.webhooksFailed'), webhooks.failed],
          [t('figures.probesDue'), crawler.due],
          [t('figures.probesLastHour'), crawler.probesLastHour],
          [t('figures.probesFailed'), crawler.failedLastHour],
          [t('figures.listingsWaiting'), crawler.waitingListings],
        ]}
      />
      <details>
        <summary className="min-h-11 cursor-pointer content-center font-strong">
          {t('findings.passed', { count: passed.length })}
        </summary>
        <FindingList findings={passed} />
      </details>
    </Page>
  )
}

const badges: Record<FindingState, BadgeState> = { ok: 'settled', warn: 'waiting', fail: 'refused' }

/** Their words are English, as a shell prints them. */
function FindingList({ findings }: { findings: Checked[] }) {
  const t = useTranslations('operator.findings')
  if (findings.length === 0) return null
  return (
    <ul className="border-t border-ink">
      {findings.map((finding, index) => (
        <li
          key={index}
          className="grid gap-x-6 gap-y-1 border-b border-rule py-3 sm:grid-cols-[6rem_14rem_minmax(0,1fr)] sm:items-baseline"
        >
          <span>
            <Badge state={badges[finding.state]}>{t(finding.state)}</Badge>
          </span>
          <span lang="en" className="wrap-anywhere">
            <span className="font-strong">{finding.subject}</span>{' '}
            <span className="text-small text-quiet">{finding.check}</span>
          </span>
          <span lang="en" className="grid gap-1 wrap-anywhere">
            {inFull(finding)}
            {finding.fix && <span className="text-small text-quiet">{finding.fix}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}
