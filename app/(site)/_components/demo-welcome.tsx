import { useTranslations } from 'next-intl'
import { Link } from '@/lib/site/ui/link'
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

const doors = [
  ['write', '/dashboard/routes/new?kind=article'],
  ['api', '/dashboard/gateways'],
  ['agents', '/docs/mcp'],
] as const

function Doors() {
  const t = useTranslations('start.doors')
  return (
    <ul className="border-t border-rule text-small">
      {doors.map(([door, href]) => (
        <li
          key={door}
          className="grid grid-cols-[1fr_auto] items-center gap-x-2 border-b border-rule py-1 sm:grid-cols-[7rem_1fr_auto]"
        >
          <strong>{t(`${door}.who`)}</strong>
          <span className="order-last col-span-2 text-quiet sm:order-none sm:col-span-1">{t(`${door}.what`)}</span>
          <Link href={href} className="inline-flex min-h-9 items-center">
            {t.rich('start', { who: t(`${door}.who`), hidden: (words) => <span className="sr-only">{words}</span> })}
          </Link>
        </li>
      ))}
    </ul>
  )
}
