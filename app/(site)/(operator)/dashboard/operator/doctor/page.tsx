import { getTranslations } from 'next-intl/server'
import { MissingPage } from '@/app/_site/missing-page'
import { titled, unindexed } from '@/app/_site/titled'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { Findings } from '../_components/findings'
import { readExamination } from '../_server/operator'

export const generateMetadata = titled('operator.doctor.title', unindexed)

/** The doctor’s report on this deployment, made when the page is opened. */
export default async function OperatorDoctorPage() {
  const examination = await readExamination()
  if (!examination) return <MissingPage />
  const t = await getTranslations('operator.doctor')
  return (
    <div className="grid gap-8">
      <header className="grid max-w-measure gap-2">
        <h1 className="font-serif text-display font-strong">{t('title')}</h1>
        <p>{t.rich('about', { code: (words) => <code>{words}</code> })}</p>
        <p className="text-quiet">{t.rich('asOf', { time: () => <Timestamp at={examination.at} /> })}</p>
      </header>
      <Findings findings={examination.findings} isCaptionHidden />
    </div>
  )
}
