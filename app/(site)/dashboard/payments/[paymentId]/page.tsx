import { getTranslations } from 'next-intl/server'
import { titled } from '@/app/_site/titled'
import { Link } from '@/lib/site/ui/link'
import { PaymentSheet } from '../../_payment/payment-sheet'
import { readPayment } from '../../_server/seller-reads'
import { MissingThing } from '../../_shell/missing-thing'

export const generateMetadata = titled('payments.one')

export default async function PaymentPage({ params }: { params: Promise<{ paymentId: string }> }) {
  const found = await readPayment((await params).paymentId)
  if (!found) return <MissingThing />
  const t = await getTranslations('payments')
  return (
    <div className="grid gap-4">
      <p>
        <Link href="/dashboard/payments" className="inline-flex min-h-11 items-center">
          {t('title')}
        </Link>
      </p>
      <PaymentSheet {...found} />
    </div>
  )
}
