import { getTranslations } from 'next-intl/server'
import { readPayment } from '../_server/seller-reads'
import { Opened } from './opened'
import { PaymentSheet } from './payment-sheet'

/** The payment that an address names as `open`, beside its list; null where it names none of the shop. */
export async function openPayment(open: string | string[] | undefined, closeHref: string) {
  const found = typeof open === 'string' ? await readPayment(open) : null
  if (!found) return null
  const t = await getTranslations('payments')
  return (
    <Opened id={found.payment.paymentId} label={t('one')} closeHref={closeHref}>
      <PaymentSheet found={found} level="h2" />
    </Opened>
  )
}
