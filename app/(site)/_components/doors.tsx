import { useTranslations } from 'next-intl'
import { Link } from '@/lib/site/ui/link'

const doors = [
  ['write', '/dashboard/routes/new?kind=article'],
  ['api', '/dashboard/gateways'],
  ['agents', '/docs/mcp'],
] as const

/** Three kinds of people, and where each begins. */
export function Doors() {
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
