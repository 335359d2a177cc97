import { useTranslations } from 'next-intl'
import type { NamedRoute, RouteView } from '@/lib/shop/sellers/routes/routes'
import { Badge } from '@/lib/site/ui/badge'
import { Link } from '@/lib/site/ui/link'

type SoldTitleProps = {
  /** Undefined for a route that is no longer known. */
  route: NamedRoute | undefined
  path: string
  href?: string
}

export function SoldTitle({ route, path, href }: SoldTitleProps) {
  const title = route?.title ?? path
  return (
    <span className="grid">
      {href ? (
        <Link href={href} className="-my-3 py-3">
          {title}
        </Link>
      ) : (
        <span>{title}</span>
      )}
      {route && <span className="figures text-small text-quiet">{path}</span>}
    </span>
  )
}

export function pathOf(resourceUri: string): string {
  const url = new URL(resourceUri)
  return `${url.pathname}${url.search}`
}

const badges = { draft: 'neutral', live: 'settled', paused: 'waiting', archived: 'neutral' } as const

/** A route's state in a word; a suspension has precedence over the seller's own state. */
export function RouteBadge({ state, isSuspended }: { state: RouteView['state']; isSuspended: boolean }) {
  const t = useTranslations('routes.states')
  return isSuspended ? <Badge state="refused">{t('suspended')}</Badge> : <Badge state={badges[state]}>{t(state)}</Badge>
}
