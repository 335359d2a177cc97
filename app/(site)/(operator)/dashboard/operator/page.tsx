import { getFormatter, getTranslations } from 'next-intl/server'
import { MissingPage } from '@/app/_site/missing-page'
import { titled, unindexed } from '@/app/_site/titled'
import { FollowLive } from '@/app/(site)/dashboard/_components/follow-live'
import { networkName } from '@/lib/base/x402/networks'
import { Notice } from '@/lib/site/ui/notice'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { Figures } from './_components/figures'
import { Findings } from './_components/findings'
import { OperatorTables } from './_components/operator-tables'
import { SetupList } from './_components/setup-list'
import { readExamination, readOperatorView, readOwnSetup } from './_server/operator'

export const generateMetadata = titled('operator.title', unindexed)

export default async function OperatorPage() {
  const [view, examination, setup] = await Promise.all([readOperatorView(), readExamination(), readOwnSetup()])
  if (!view || !examination) return <MissingPage />
  const [t, format] = await Promise.all([getTranslations('operator'), getFormatter()])
  const { at, instances, queue, crawler, webhooks, openMainnets, reorged } = view
  return (
    <div className="grid gap-10">
      <header className="grid gap-2">
        <h1 className="font-serif text-display font-strong">{t('title')}</h1>
        <p className="text-quiet">{t.rich('asOf', { time: () => <Timestamp at={at} /> })}</p>
        <FollowLive everySeconds={10} />
      </header>
      {setup && <SetupList steps={setup} />}
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
        title={t('figures.title')}
        figures={[
          [t('figures.instances'), instances.filter(({ isAlive }) => isAlive).length],
          [
            t('figures.unknown'),
            queue.filter(({ state }) => state === 'unknown').reduce((sum, row) => sum + row.count, 0),
          ],
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
      <OperatorTables view={view} />
    </div>
  )
}
