import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { Badge } from '@/lib/ui/badge'
import { CopyId } from '@/lib/ui/copy-id'
import { Timestamp } from '@/lib/ui/timestamp'
import { networkName } from '@/lib/x402/networks'
import { FollowLive } from '../../_components/follow-live'
import { PaymentAmount } from '../../_components/payment-amount'
import { paymentStatuses, reasonInWords, stepTitles } from '../../_components/payment-words'
import { RefundSection } from '../../_components/refund-section'
import { SoldTitle } from '../../_components/sold-title'
import {
  type NamedRoute,
  type PaymentView,
  readPayment,
  readPaymentRefunds,
  readRouteNames,
} from '../../_server/seller-reads'

export const metadata: Metadata = { title: 'Payment' }

export default async function PaymentPage({ params }: { params: Promise<{ paymentId: string }> }) {
  const { payment, timeline } = await readPayment((await params).paymentId)
  const refunds = await readPaymentRefunds(payment.paymentId)
  const route = (await readRouteNames([payment])).get(payment.routeKey)
  const { state, label } = paymentStatuses[payment.status]
  return (
    <div className="grid gap-8">
      <header className="grid gap-3">
        <h1 className="font-serif text-display font-strong">Payment</h1>
        <p role="status">
          <Badge state={state}>{label}</Badge>
        </p>
        <FollowLive isWanted={!isOver(payment)} />
      </header>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] items-baseline gap-x-6 gap-y-2 sm:gap-x-8">
        {factsOf(payment, route).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-quiet">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="timeline" className="grid gap-4">
        <h2 id="timeline" className="text-title font-strong">
          What happened
        </h2>
        <ol className="grid gap-3 border-s border-rule ps-4">
          {timeline.map(({ name, at, note }) => (
            <li key={`${name} ${at.toISOString()}`} className="grid gap-0.5">
              <span className="font-strong">{stepTitles[name] ?? name}</span>
              <span className="text-small text-quiet">
                <Timestamp at={at} /> ({sinceStart(timeline[0]?.at ?? at, at)})
              </span>
              {note && <span>{note}</span>}
            </li>
          ))}
        </ol>
      </section>
      <RefundSection payment={payment} refunds={refunds} />
    </div>
  )
}

/** Nothing more will happen by itself. */
const isOver = ({ status, deliveredAt }: PaymentView) =>
  ['abandoned', 'refused', 'received', 'spent_zero', 'undecidable'].includes(status) ||
  (status === 'settled' && deliveredAt !== null)

function factsOf(payment: PaymentView, route: NamedRoute | undefined): [string, ReactNode][] {
  const { network, asset, authorizedAtomic, settledAtomic, transaction } = payment
  const charged =
    settledAtomic === null ? (
      isOver(payment) ? (
        'Nothing'
      ) : (
        'Nothing yet'
      )
    ) : (
      <PaymentAmount {...{ network, asset }} amountAtomic={settledAtomic} />
    )
  return [
    ['Charged', charged],
    ['Signed for', <PaymentAmount key="signed" {...{ network, asset }} amountAtomic={authorizedAtomic} />],
    ['Network', networkName(network)],
    [
      'What for',
      <SoldTitle
        key="route"
        route={route}
        path={payment.resourceUri}
        {...(route && { href: `/dashboard/routes/${route.routeId}` })}
      />,
    ],
    ['Payer', <CopyId key="payer" value={payment.payer} name="payer's address" />],
    ['Paid to', <CopyId key="payTo" value={payment.payTo} name="payout address" />],
    ...(transaction
      ? [['Transaction', <CopyId key="tx" value={transaction} name="transaction" />] as [string, ReactNode]]
      : []),
    ...(payment.reason ? [['Reason', reasonInWords(payment.reason)] as [string, ReactNode]] : []),
    ['Payment id', <CopyId key="id" value={payment.paymentId} name="payment id" />],
  ]
}

const sinceStart = (start: Date, at: Date) =>
  `${((at.getTime() - start.getTime()) / 1000).toFixed(2)} s after the start`
