import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { findDivider } from '@/app/(site)/dashboard/_server/route-actions'
import type { Divider } from '@/lib/base/markdown/free-part'
import { minutesToRead } from '@/lib/base/markdown/minutes-to-read'
import { queryKeys } from '@/lib/site/browser/query-keys'
import type { Translate } from '@/lib/site/messages/translate'

const ADDRESS = /\]\([^)\s]*\)/g

type TextLengthTexts = Translate<'routeForms'>

/** Such as `412 words, 2 minutes to read`; empty without words. */
export function lengthInWords(t: TextLengthTexts, text: string): string {
  const words = countWords(text)
  return words === 0 ? '' : t('length.reading', { words, minutes: minutesToRead(text.length) })
}

/** Both parts of a text; null for the divider of an undivided one, undefined while it is not known. */
export function partsInWords(t: TextLengthTexts, text: string, divider: Divider | null | undefined): string {
  const length = lengthInWords(t, text)
  if (divider === undefined) return length
  if (!divider) return length === '' ? t('length.onlyBuyers') : t('length.onlyBuyersOf', { length })
  const freeWords = countWords(text.slice(0, divider.start))
  const free = freeWords === 0 ? t('length.nothing') : t('length.words', { words: freeWords })
  return t('length.parts', { free, paid: lengthInWords(t, text.slice(divider.end)) || t('length.nothing') })
}

const countWords = (text: string): number =>
  text.replace(ADDRESS, ']').match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0

/** Where the server divides a text that is being written; null where it does not, undefined while that is not known. */
export function useDivider(text: string): Divider | null | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.divider(text),
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      signal.throwIfAborted()
      const found = await findDivider(text)
      return { text, divider: found.ok ? found.value : undefined }
    },
    enabled: text.includes('<!--'),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  if (!text.includes('<!--')) return null
  return data?.divider ? afterChange(data.text, data.divider, text) : data?.divider
}

/** Its place after a change on one side of it. */
export function afterChange(before: string, { start, end }: Divider, text: string): Divider | undefined {
  if (text.startsWith(before.slice(0, end))) return { start, end }
  const by = text.length - before.length
  return text.endsWith(before.slice(start)) ? { start: start + by, end: end + by } : undefined
}
