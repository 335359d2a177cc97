import { amountInWords, type PaymentOption } from '@/lib/base/x402/payment-option'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'

/** Amounts of an option's coin, in the digits of the page's language: "0.05 USDC". */
export function useAmounts(option: Pick<PaymentOption, 'coin' | 'asset'>): (atomic: bigint | string) => string {
  const inDigits = useLocalDigits()
  return (atomic) => inDigits(amountInWords(BigInt(atomic), option))
}
