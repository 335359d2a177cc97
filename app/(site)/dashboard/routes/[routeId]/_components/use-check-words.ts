import { useTranslations } from 'next-intl'
import { checkTitle, sentenceInWords } from '@/app/(site)/bazaar/_server/check-in-words'
import type { Messages } from '@/lib/site/messages/catalog'

export function useCheckWords() {
  const t = useTranslations('bazaarChecks')
  const tAdvice = useTranslations('listingChecks')
  return {
    titleOf: (id: string): string => checkTitle(t, id),
    /** The finding, or the catalog's advice. */
    say: (sentence: string): string => sentenceInWords(t, sentence),
    /** Advice for a seller, where the catalog's own is for developers of other servers. */
    adviceOf: (id: string): string | null => {
      // A check without a text is looked up too, and missing.
      const key = id as keyof Messages['listingChecks']
      return tAdvice.has(key) ? tAdvice(key) : null
    },
  }
}
