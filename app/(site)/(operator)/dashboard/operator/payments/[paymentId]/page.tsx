import { getTranslations } from 'next-intl/server'
import { titled, unindexed } from '@/app/_site/titled'
import { PaymentHeading, PaymentStory } from '@/app/(site)/dashboard/_payment/payment-story'
import { Link } from '@/lib/site/ui/link'
import { readSitePayment } from '../../_server/operator-reads'

export const generateMetadata = titled('payments.one', unindexed)

export default async function OperatorPaymentPage({ params }: { params: Promise<{ paymentId: string }> }) {
  const { payment, timeline } = await readSitePayment((await params).paymentId)
  const t = await getTranslations('operator.payments')
  const { shop } = payment
  return (
    <div className="grid gap-6">
      <p className="flex flex-wrap gap-x-6">
        <Link href="/dashboard/operator/payments" className="inline-flex min-h-11 items-center">
          {t('title')}
        </Link>
        {shop && (
          <Link href={`/dashboard/operator/shops/${shop}`} className="inline-flex min-h-11 items-center">
            {t('shop', { shop })}
          </Link>
        )}
      </p>
      <PaymentHeading payment={payment} level="h1" />
      <PaymentStory {...{ payment, timeline }} route={undefined} isOwn={false} />
    </div>
  )
}
