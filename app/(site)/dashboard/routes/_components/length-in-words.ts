import { splitAtDivider } from '@/lib/base/markdown/free-part'
import { minutesToRead } from '@/lib/base/markdown/minutes-to-read'
import type { Translate } from '@/lib/site/messages/translate'

const ADDRESS = /\]\([^)\s]*\)/g

type Words = Translate<'routeForms'>

/** Such as `412 words, 2 minutes to read`; empty without words. */
export function lengthInWords(t: Words, text: string): string {
  const words = countWords(text)
  return words === 0 ? '' : t('length.reading', { words, minutes: minutesToRead(text.length) })
}

export function partsInWords(t: Words, text: string): string {
  const parts = splitAtDivider(text)
  if (!parts) {
    const length = lengthInWords(t, text)
    return length === '' ? t('length.onlyBuyers') : t('length.onlyBuyersOf', { length })
  }
  const freeWords = countWords(parts.free)
  const free = freeWords === 0 ? t('length.nothing') : t('length.words', { words: freeWords })
  return t('length.parts', { free, paid: lengthInWords(t, parts.paid) || t('length.nothing') })
}

const countWords = (text: string): number =>
  text.replace(ADDRESS, ']').match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0
