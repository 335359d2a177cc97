import { useTranslations } from 'next-intl'
import { checkTitle, sentenceInWords } from '@/app/(site)/bazaar/_server/check-in-words'
import type { Messages } from '@/lib/site/messages/catalog'

/** The catalog's checks of a route in the reader's language. */
export function useCheckWords() {
  const t = useTranslations('bazaarChecks')
  const tAdvice = useTranslations('listingChecks')
  return {
    titleOf: (id: string): string => checkTitle(t, id),
    /** What was found, or what the catalog advises. */
    say: (sentence: string): string => sentenceInWords(t, sentence),
    /** What a seller can do about it, where the catalog's own advice speaks to developers of other servers. */
    adviceOf: (id: string): string | null => {
      // A check without a text is asked for, and not there.
      const key = id as keyof Messages['listingChecks']
      return tAdvice.has(key) ? tAdvice(key) : null
    },
  }
}
