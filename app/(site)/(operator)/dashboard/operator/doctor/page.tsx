import { getTranslations } from 'next-intl/server'
import { MissingPage } from '@/app/_site/missing-page'
import { titled, unindexed } from '@/app/_site/titled'
import { Badge } from '@/lib/site/ui/badge'
import { DataTable } from '@/lib/site/ui/data-table'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { readExamination } from '../_server/operator'

export const generateMetadata = titled('operator.doctor.title', unindexed)

const badges = {
  ok: 'settled',
  warn: 'waiting',
  fail: 'refused',
} as const

/**
 * The doctor’s report on this deployment, made when the page is opened; findings that need action come first. Its words
 * are English, as a shell prints them.
 */
export default async function OperatorDoctorPage() {
  const examination = await readExamination()
  if (!examination) return <MissingPage />
  const t = await getTranslations('operator.doctor')
  const order = Object.keys(badges).reverse()
  const rows = examination.findings
    .map((finding, place) => ({ ...finding, place }))
    .sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || a.place - b.place)
  return (
    <div className="grid gap-8">
      <header className="grid max-w-measure gap-2">
        <h1 className="font-serif text-display font-strong">{t('title')}</h1>
        <p>{t.rich('about', { code: (words) => <code>{words}</code> })}</p>
        <p className="text-quiet">{t.rich('asOf', { time: () => <Timestamp at={examination.at} /> })}</p>
      </header>
      <DataTable
        caption={t('findings')}
        isCaptionHidden
        rows={rows}
        rowKey={({ place }) => String(place)}
        columns={[
          { title: t('state'), cell: ({ state }) => <Badge state={badges[state]}>{t(state)}</Badge> },
          {
            title: t('what'),
            cell: ({ subject }) => (
              <span lang="en" className="font-strong">
                {subject}
              </span>
            ),
          },
          {
            title: t('found'),
            cell: ({ found, fix }) => (
              <span lang="en" className="grid gap-1 wrap-anywhere">
                <span>{found}</span>
                {fix && <span className="font-strong">{fix}</span>}
              </span>
            ),
          },
        ]}
      />
    </div>
  )
}
