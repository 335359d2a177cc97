import { useTranslations } from 'next-intl'
import { TollBar } from './toll-bar'

/** In a list, in place of the price of what the reader owns. */
export function BoughtMark() {
  const t = useTranslations('price')
  return (
    <span className="inline-flex items-center gap-1.5 font-strong">
      <TollBar isLifted />
      {t('bought')}
    </span>
  )
}
