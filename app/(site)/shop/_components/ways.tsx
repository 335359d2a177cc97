import { useTranslations } from 'next-intl'
import { priceInWords } from '@/app/_http/price-in-words'
import type { PassWorth } from '@/lib/base/x402/passes'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'

export function Ways({ worth, hasBudget }: { worth: PassWorth | null; hasBudget: boolean }) {
  const [t, tPrice] = [useTranslations('shop.ways'), useTranslations('price')]
  const inDigits = useLocalDigits()
  return (
    <>
      {hasBudget && ` · ${t('budget')}`}
      {worth?.kind === 'from' && ` · ${t('from', worth)}`}
      {worth?.kind === 'call' &&
        ` · ${t('call', { amount: inDigits(priceInWords({ ...worth, isMetered: false }, tPrice)) })}`}
    </>
  )
}
