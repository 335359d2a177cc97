import { Notice } from '@/lib/ui/notice'
import type { RouteView } from '../_server/seller-reads'

type SuspensionNoticeProps = { of: 'shop' | 'route'; suspension: NonNullable<RouteView['suspension']> }

/** A suspension, for its owner: why, what still works, and what to do. */
export function SuspensionNotice({ of, suspension: { reason, isContentClosed } }: SuspensionNoticeProps) {
  return (
    <Notice tone="refused" title={`Those who run this site have suspended your ${of}`}>
      <p className="wrap-anywhere">{reason}</p>
      <p>
        Nothing of it is sold until they lift that.{' '}
        {isContentClosed
          ? 'It is closed also to those who have paid; you can refund them under Payments.'
          : 'What was paid for stays open to those who paid.'}
      </p>
    </Notice>
  )
}
