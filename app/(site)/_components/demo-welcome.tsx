import { useTranslations } from 'next-intl'
import { Link } from '@/lib/site/ui/link'
import { ThingsToTry } from './things-to-try'

export function DemoWelcome({ origin, isTestMoney }: { origin: string; isTestMoney: boolean }) {
  const t = useTranslations('start.demo')
  return (
    <>
      <header className="grid max-w-[46rem] gap-6">
        <h1 className="font-serif text-display font-strong">{t('title')}</h1>
        <p className="font-serif text-reading">{t('about')}</p>
        <p className="flex flex-wrap gap-4">
          <Link href="/articles" variant="primary">
            {t('read')}
          </Link>
          <Link href="/dashboard" variant="plain">
            {t('sell')}
          </Link>
        </p>
      </header>
      <ThingsToTry origin={origin} isTestMoney={isTestMoney} />
    </>
  )
}
