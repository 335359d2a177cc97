import { splitAtDivider } from '@/lib/markdown/free-part'

const WORDS_A_MINUTE = 230
/** Of links and images. */
const ADDRESS = /\]\([^)\s]*\)/g

/** Such as `412 words, 2 minutes to read`; empty without words. */
export function lengthInWords(text: string): string {
  const words = text.replace(ADDRESS, ']').match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0
  if (words === 0) return ''
  const minutes = Math.max(1, Math.round(words / WORDS_A_MINUTE))
  return `${words.toLocaleString('en')} ${words === 1 ? 'word' : 'words'}, ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} to read`
}

/** What is free of an article and what is paid for, in words. */
export function partsInWords(text: string): string {
  const parts = splitAtDivider(text)
  if (!parts) return `${sentence(lengthInWords(text))}Only buyers get it: press “Paywall here” where a free part ends.`
  const [free, paid] = [parts.free, parts.paid].map((part) => lengthInWords(part) || 'nothing')
  return `Free: ${free?.split(',', 1)[0]}. Paid: ${paid}.`
}

const sentence = (words: string) => (words === '' ? '' : `${words}. `)
