import { useTranslations } from 'next-intl'
import type { RouteView } from '@/lib/shop/sellers/routes/routes'
import { Badge } from '@/lib/site/ui/badge'

const badges = { draft: 'neutral', live: 'settled', paused: 'waiting', archived: 'neutral' } as const

/** A route's state in a word; a suspension has precedence over the seller's own state. */
export function RouteBadge({ state, isSuspended }: { state: RouteView['state']; isSuspended: boolean }) {
  const t = useTranslations('routes.states')
  return isSuspended ? <Badge state="refused">{t('suspended')}</Badge> : <Badge state={badges[state]}>{t(state)}</Badge>
}
