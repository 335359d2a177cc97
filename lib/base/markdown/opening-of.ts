import { parseMarkdown } from './parse-markdown'
import { wordsOf } from './words-of'

/** Characters within which a text's opening must lie: a page that shows many openings does not read many texts. */
export const OPENING_READ = 600
const IMAGE = /!\[[^\]]*\]\([^)]*\)/g

/**
 * The first paragraph of a text as plain words, without images, cut between two words at that many characters; may be
 * empty. Reads no more of the text than `OPENING_READ` characters.
 */
export function openingOf(markdown: string, maximum: number): string {
  for (const node of parseMarkdown(markdown.slice(0, OPENING_READ).replaceAll(IMAGE, '')).children) {
    if (node.type !== 'element' || node.tagName !== 'p') continue
    const words = wordsOf(node).replaceAll(/\s+/g, ' ').trim()
    if (words !== '') return words.length <= maximum ? words : cut(words, maximum)
  }
  return ''
}

function cut(words: string, maximum: number): string {
  const short = words.slice(0, maximum)
  const space = short.lastIndexOf(' ')
  return `${space > maximum / 2 ? short.slice(0, space) : short.replace(/[\uD800-\uDBFF]$/, '')}…`
}
