import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { HomeFigures } from '@/app/_server/home-figures'

/** Four figures as the database has them; what was not measured is left out. */
export function TrueFigures({ figures: { settled, medianMs, answering } }: { figures: HomeFigures }) {
  const t = useTranslations('start.figures')
  const format = useFormatter()
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-6 border-t border-rule pt-6 md:grid-cols-4">
      <Figure label={t('settled')}>{format.number(settled)}</Figure>
      {medianMs !== null && (
        <Figure label={t('median')}>
          {t('seconds', { seconds: format.number(medianMs / 1_000, { maximumSignificantDigits: 2 }) })}
        </Figure>
      )}
      <Figure label={t('answering')}>{format.number(answering)}</Figure>
      <Figure label={t('taken')}>{t('nothing')}</Figure>
    </dl>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-small text-quiet">{label}</dt>
      <dd className="figures text-title">{children}</dd>
    </div>
  )
}
