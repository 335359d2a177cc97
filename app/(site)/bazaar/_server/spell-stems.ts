import type { Entry } from '@/lib/bazaar/entry/entry'
import { splitWords, stem } from '@/lib/bazaar/search/tokenize'

/** The listing's words that have the stems, as its seller spells them; a stem that matches none stays a stem. */
export function spellStems({ name, description, tags, resource }: Entry, stems: string): string {
  const words = splitWords([name, description, ...tags, resource].filter(Boolean).join(' '))
  return stems.replace(/[^ ]+/g, (each) => words.find((word) => stem(word) === each) ?? each)
}
