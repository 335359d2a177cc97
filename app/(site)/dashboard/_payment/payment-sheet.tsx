import type { PaymentView } from '@/lib/base/x402/payment-view'
import type { TimelineStep } from '@/lib/payments/payment-timeline'
import { openDashboard } from '../_server/dashboard'
import { readPaymentRefunds, readRouteNames } from '../_server/seller-reads'
import { PaymentHeading, PaymentStory } from './payment-story'
import { RefundSection } from './refund-section'

type PaymentSheetProps = { payment: PaymentView; timeline: TimelineStep[] }

export async function PaymentSheet({ payment, timeline }: PaymentSheetProps) {
  const [refunds, dashboard] = await Promise.all([readPaymentRefunds(payment.paymentId), openDashboard()])
  const route = (await readRouteNames([payment])).get(payment.routeKey)
  return (
    <div className="grid gap-6">
      <PaymentHeading payment={payment} />
      <RefundSection {...{ payment, refunds }} wallets={dashboard?.wallets.map(({ address }) => address) ?? []} />
      <PaymentStory {...{ payment, timeline, route }} />
    </div>
  )
}
