import { useTranslations } from 'next-intl'
import type { RouteView } from '@/lib/shop/sellers/routes/routes'
import { Notice } from '@/lib/site/ui/notice'

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
