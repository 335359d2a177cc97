import { Link } from '@/lib/ui/link'
import { Notice } from '@/lib/ui/notice'

/** To a seller who has confirmed no address yet: nothing with a price can be sold before. */
export function PayeeFirst() {
  return (
    <Notice tone="waiting" title="Say first where your money goes">
      <p>Nothing with a price is sold before that. It takes a minute.</p>
      <p>
        <Link href="/dashboard/payees" variant="primary">
          Confirm a payout address
        </Link>
      </p>
    </Notice>
  )
}
