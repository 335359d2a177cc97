import { useTranslations } from 'next-intl'
import { TollBar } from './toll-bar'

export function BoughtMark() {
  const t = useTranslations('price')
  return (
    <span className="font-strong">
      <span className="me-1.5 inline-block align-middle">
        <TollBar isLifted />
      </span>
      {t('bought')}
    </span>
  )
}
