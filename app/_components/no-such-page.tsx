import { useTranslations } from 'next-intl'
import { Link } from '@/lib/site/ui/link'

export function NoSuchPage() {
  const t = useTranslations('site')
  return (
    <div className="grid max-w-measure gap-6">
      <h1 className="font-serif text-display font-strong">{t('noSuchPage.heading')}</h1>
      <p>{t('lost')}</p>
      <p className="flex flex-wrap gap-4">
        <Link href="/" variant="primary">
          {t('noSuchPage.start')}
        </Link>
        <Link href="/bazaar" variant="plain">
          {t('bazaar')}
        </Link>
      </p>
    </div>
  )
}
