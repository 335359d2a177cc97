import { useTranslations } from 'next-intl'
import { getFormatter, getTranslations } from 'next-intl/server'
import { MissingPage } from '@/app/_components/missing-page'
import { titled, unindexed } from '@/app/_components/titled'
import { Figures, Page } from '@/app/(site)/_components/page'
import { FollowLive } from '@/app/(site)/dashboard/_components/follow-live'
import { networkName } from '@/lib/base/x402/networks'
import { type Checked, type FindingState, inFull } from '@/lib/site/operations/doctor/finding'
import { Badge, type BadgeState } from '@/lib/site/ui/badge'
import { DataTable } from '@/lib/site/ui/data-table'
import { Notice } from '@/lib/site/ui/notice'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { readExamination, readOperatorView } from './_server/operator'

export const generateMetadata = titled('operator.title', unindexed)

export default async function OperatorPage() {
  const [view, examination] = await Promise.all([readOperatorView(), readExamination()])
  if (!view || !examination) return <MissingPage />
  const [t, format] = await Promise.all([getTranslations('operator'), getFormatter()])
  const { at, instances, unknown, crawler, webhooks, openMainnets, reorged } = view
  return (
    <Page
      title={t('title')}
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
      <Findings findings={examination.findings} />
    </Page>
  )
}

const badges: Record<FindingState, BadgeState> = { ok: 'settled', warn: 'waiting', fail: 'refused' }
const order: FindingState[] = ['fail', 'warn', 'ok']

/** Findings of the checks; those that need action come first. Their words are English, as a shell prints them. */
function Findings({ findings }: { findings: Checked[] }) {
  const t = useTranslations('operator.findings')
  const rows = findings
    .map((finding, place) => ({ ...finding, place }))
    .sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || a.place - b.place)
  return (
    <DataTable
      caption={t('title')}
      rows={rows}
      rowKey={({ place }) => String(place)}
      columns={[
        { title: t('state'), cell: ({ state }) => <Badge state={badges[state]}>{t(state)}</Badge> },
        {
          title: t('what'),
          cell: ({ check, subject }) => (
            <span lang="en" className="grid gap-1">
              <span className="text-small text-quiet">{check}</span>
              <span className="font-strong">{subject}</span>
            </span>
          ),
        },
        {
          title: t('found'),
          cell: (finding) => (
            <span lang="en" className="grid gap-1 wrap-anywhere">
              <span>{inFull(finding)}</span>
              {finding.fix && <span className="font-strong">{finding.fix}</span>}
            </span>
          ),
        },
      ]}
    />
  )
}
