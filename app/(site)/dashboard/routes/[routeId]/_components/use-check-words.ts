import { useTranslations } from 'next-intl'
import { checkTitle } from '@/app/(site)/bazaar/_server/check-in-words'
import type { Sentence } from '@/lib/base/sentences/sentence'
import type { Messages } from '@/lib/site/messages/catalog'
import { inWords } from '@/lib/site/messages/in-words'

export function useCheckWords() {
  const t = useTranslations('bazaarChecks')
  const sentences = useTranslations('sentences')
  const tAdvice = useTranslations('listingChecks')
  return {
    titleOf: (id: string): string => checkTitle(t, id),
    /** The finding, or the catalog's advice. */
    say: (sentence: Sentence): string => inWords(sentences, sentence),
    /** Advice for a seller, where the catalog's own is for developers of other servers. */
    adviceOf: (id: string): string | null => {
      // A check without a text is looked up too, and missing.
      const key = id as keyof Messages['listingChecks']
      return tAdvice.has(key) ? tAdvice(key) : null
    },
  }
}
