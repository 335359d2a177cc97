import { useTranslations } from 'next-intl'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import { coinsInWords } from '@/lib/site/ui/option-price'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'

/** Explains a payment up to a ceiling, before the wallet asks. */
export function CeilingNote({ option: { amountAtomic, coin } }: { option: PaymentOption }) {
  const t = useTranslations('checkout.ceiling')
  const tPrice = useTranslations('price')
  const amount = useLocalDigits()(coinsInWords(tPrice, amountAtomic, coin))
  return (
    <div className="grid gap-2 border-s-4 border-edge bg-shade p-4 text-small">
      <p>{t('signs', { amount })}</p>
      <p>{t('permit2')}</p>
    </div>
  )
}
