import { useTranslations } from 'next-intl'
import { listingChecks } from '@/lib/messages/en/listing-checks'

/** The catalog's checks in a few words each. */
export function useCheckWords() {
  const t = useTranslations('listingChecks')
  return {
    titleOf: (id: string): string => (isKeyOf(listingChecks.titles, id) ? t(`titles.${id}`) : id.replaceAll('_', ' ')),
    /** What a seller can do about it, where the catalog's own advice speaks to developers of other servers. */
    adviceOf: (id: string): string | null => (isKeyOf(listingChecks.advice, id) ? t(`advice.${id}`) : null),
  }
}

const isKeyOf = <Texts extends object>(texts: Texts, id: string): id is Extract<keyof Texts, string> =>
  Object.hasOwn(texts, id)
