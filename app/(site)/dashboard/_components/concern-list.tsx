import type { ReactNode } from 'react'
import { Badge, type BadgeState } from '@/lib/ui/badge'
import { Link } from '@/lib/ui/link'
import { Timestamp } from '@/lib/ui/timestamp'
import type { Concerns } from '../_server/seller-reads'
import { PaymentAmount } from './payment-amount'

type Concern = { key: string; state: BadgeState; word: string; href: string; what: ReactNode; about?: ReactNode }

/** What waits for the seller, the costliest first; each leads to where it is mended. */
export function ConcernList({ concerns }: { concerns: Concerns }) {
  const rows = rowsOf(concerns)
  return (
    <section aria-labelledby="needs-you" className="grid content-start gap-4">
      <h2 id="needs-you" className="text-title font-strong">
        Needs you
      </h2>
      {rows.length === 0 ? (
        <p className="border-t border-ink py-3 text-quiet">Nothing now.</p>
      ) : (
        <ul className="border-t border-ink">
          {rows.map(({ key, state, word, href, what, about }) => (
            <li key={key} className="grid gap-1 border-b border-rule py-3">
              <span className="flex flex-wrap items-baseline gap-x-3">
                <Badge state={state}>{word}</Badge>
                <Link href={href} className="-my-3 min-w-0 py-3 wrap-anywhere">
                  {what}
                </Link>
              </span>
              {about && <span className="text-small text-quiet wrap-anywhere">{about}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function rowsOf({ failingRoutes, failingEndpoints, owed, idleRoutes }: Concerns): Concern[] {
  return [
    ...owed.map(
      ({ paymentId, title, network, asset, owedAtomic, settledAt }): Concern => ({
        key: paymentId,
        state: 'waiting',
        word: 'Give back',
        href: `/dashboard/payments/${paymentId}`,
        what: (
          <>
            <PaymentAmount {...{ network, asset, amountAtomic: owedAtomic }} />
            {title !== null && ` for ${title}`}
          </>
        ),
        about: (
          <>
            It came in on <Timestamp at={settledAt} />, and nothing was delivered for it.
          </>
        ),
      }),
    ),
    ...failingRoutes.map(
      ({ route, failures, lastFailedAt }): Concern => ({
        key: route.routeId,
        state: 'refused',
        word: 'Failing',
        href: `/dashboard/routes/${route.routeId}`,
        what: route.title,
        about: (
          <>
            Your server gave the last {failures} buyers no answer, at last on <Timestamp at={lastFailedAt} />. They paid
            nothing.
          </>
        ),
      }),
    ),
    ...failingEndpoints.map(
      ({ endpointId, url, failures }): Concern => ({
        key: endpointId,
        state: 'refused',
        word: 'Webhook',
        href: '/dashboard/webhooks',
        what: url,
        about: `${failures === 1 ? 'One delivery' : `${failures} deliveries`} of the last day did not arrive.`,
      }),
    ),
    ...idleRoutes.map(
      ({ routeId, title, state }): Concern => ({
        key: routeId,
        ...idleStates[state],
        href: `/dashboard/routes/${routeId}`,
        what: title,
      }),
    ),
  ]
}

const idleStates = {
  suspended: { state: 'refused', word: 'Suspended' },
  paused: { state: 'waiting', word: 'Paused' },
  draft: { state: 'neutral', word: 'Draft' },
} as const
