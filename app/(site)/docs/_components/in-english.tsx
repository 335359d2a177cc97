import { useLocale, useTranslations } from 'next-intl'
import { localeOf } from '@/lib/site/messages/languages'

export function InEnglish() {
  const t = useTranslations('docs')
  if (useLocale() === localeOf.en) return null
  return <p className="border-s-4 border-edge bg-shade p-4">{t('inEnglish')}</p>
}
