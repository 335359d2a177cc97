import { useLocale } from 'next-intl'
import { localDigits } from '@/lib/base/x402/local-digits'

/** Writes amounts with the separators of the page's language. */
export function useLocalDigits(): (text: string) => string {
  const locale = useLocale()
  return (text) => localDigits(text, locale)
}
