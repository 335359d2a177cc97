import { useTranslations } from 'next-intl'
import type { NamedRoute, RouteView } from '@/lib/shop/sellers/routes/routes'
import { Badge } from '@/lib/site/ui/badge'
import { Link } from '@/lib/site/ui/link'
import { Notice } from '@/lib/site/ui/notice'

const removals = ['keyRevoked', 'webhookRemoved', 'gatewayRemoved', 'routeArchived', 'mailboxRemoved'] as const

/** A word after a removal, on the page from which the thing is gone; `done` is from its address. */
export function DoneNotice({ done }: { done: string | string[] | undefined }) {
  const t = useTranslations('formDone.removed')
  const removal = removals.find((each) => each === done)
  return removal ? <Notice tone="neutral" title={t(removal)} announce="polite" /> : null
}

/** For a seller without a confirmed payTo address: nothing with a price can be sold before. */
export function PayeeFirst() {
  const t = useTranslations('dashboard.payeeFirst')
  return (
    <Notice tone="waiting" title={t('title')}>
      <p>{t('about')}</p>
      <p>
        <Link href="/dashboard/payees" variant="primary">
          {t('confirm')}
        </Link>
      </p>
    </Notice>
  )
}

type SuspensionNoticeProps = { of: 'shop' | 'route'; suspension: NonNullable<RouteView['suspension']> }

export function SuspensionNotice({ of, suspension: { reason, isContentClosed } }: SuspensionNoticeProps) {
  const t = useTranslations('dashboard.suspension')
  return (
    <Notice tone="refused" title={t(of)}>
      <p className="wrap-anywhere">{reason}</p>
      <p>{t(isContentClosed ? 'closed' : 'open')}</p>
    </Notice>
  )
}

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
