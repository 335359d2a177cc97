import type { PaymentView } from '@/lib/base/x402/payment-view'
import type { TimelineStep } from '@/lib/payments/payment-timeline'
import { openDashboard } from '../_server/dashboard'
import { readPaymentRefunds, readRouteNames } from '../_server/seller-reads'
import { PaymentHeading, PaymentStory } from './payment-story'
import { RefundSection } from './refund-section'

type PaymentSheetProps = { found: { payment: PaymentView; timeline: TimelineStep[] }; level: 'h1' | 'h2' }

export async function PaymentSheet({ found: { payment, timeline }, level }: PaymentSheetProps) {
  const [refunds, dashboard] = await Promise.all([readPaymentRefunds(payment.paymentId), openDashboard()])
  const route = (await readRouteNames([payment])).get(payment.routeKey)
  return (
    <div className="grid gap-6">
      <PaymentHeading {...{ payment, level }} />
      <RefundSection {...{ payment, refunds }} wallets={dashboard?.wallets.map(({ address }) => address) ?? []} />
      <PaymentStory {...{ payment, timeline, route }} />
    </div>
  )
}
