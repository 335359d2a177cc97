import { useTranslations } from 'next-intl'
import { Cover } from '@/app/_components/cover'
import { routeKinds } from '@/lib/shop/sellers/routes/kinds'
import { PageLink } from '@/lib/site/ui/page-link'

/** Everything that can be sold, by its key among the texts, and the page where that starts. */
const choices = [
  ...routeKinds.map((key) => ({ key, kind: key, href: `/dashboard/routes/new?kind=${key}` })),
  // A service is sold as several routes at once.
  { key: 'service', kind: 'api', href: '/dashboard/gateways/new' } as const,
  { key: 'import', kind: 'article', href: '/dashboard/routes/import' } as const,
]

export function KindChoices() {
  const t = useTranslations('routes')
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {choices.map(({ href, key, kind }) => (
        <li
          key={key}
          className="relative grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 border border-rule bg-sheet p-4 hover:border-ink"
        >
          <Cover kind={kind} />
          <div className="grid gap-1">
            <PageLink href={href} className="whole-row font-serif text-reading font-strong text-ink no-underline">
              {t(`kinds.${key}.title`)}
            </PageLink>
            <p className="text-small text-quiet">{t(`kinds.${key}.what`)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
