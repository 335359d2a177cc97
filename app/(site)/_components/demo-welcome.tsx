import { useTranslations } from 'next-intl'
import { Link } from '@/lib/site/ui/link'
import { Doors } from './doors'
import { LiveSale } from './live-sale'

/** The demo's welcome: its purpose, its readers, and a sale that is going on. */
export function DemoWelcome() {
  const t = useTranslations('start.demo')
  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,27.5rem)_minmax(0,1fr)] lg:items-start">
      <div className="grid gap-6">
        <h1 className="font-serif text-display leading-tight font-strong">{t('title')}</h1>
        <p className="font-serif text-reading leading-relaxed">{t('about')}</p>
        <p className="flex flex-wrap gap-3">
          <Link href="/dashboard" variant="primary">
            {t('sell')}
          </Link>
          <Link href="/bazaar" variant="plain">
            {t('browse')}
          </Link>
        </p>
        <Doors />
      </div>
      <LiveSale />
    </div>
  )
}
