import { useLocale } from 'next-intl'
import { localDigits } from '@/lib/base/x402/local-digits'

export function useLocalDigits(): (text: string) => string {
  const locale = useLocale()
  return (text) => localDigits(text, locale)
}
