import type { Entry } from '@/lib/bazaar/entry/entry'
import { splitWords, stem } from '@/lib/bazaar/search/tokenize'

export type FoundPart = { text: string; isFound: boolean }

/** The stems by which a search found a listing, from the search's own ranking. */
export function foundStems(ranking: Entry['ranking']): ReadonlySet<string> {
  const matches = ranking?.matches ?? []
  return new Set(matches.flatMap(({ field, as }) => (field === null || as === null ? [] : as.split(' '))))
}

/** A text in parts, in its order: words with one of the stems, as the index reads them, and the rest. */
export function partByStems(text: string, stems: ReadonlySet<string>): FoundPart[] {
  if (stems.size === 0) return [{ text, isFound: false }]
  const parts: FoundPart[] = []
  const add = (part: string, isFound: boolean) => {
    const last = parts.at(-1)
    if (last?.isFound === isFound) last.text += part
    else if (part !== '') parts.push({ text: part, isFound })
  }
  for (const run of text.split(/([\p{L}\p{N}\p{M}]+)/u)) {
    if (PAIRED.test(run)) for (const [character, isFound] of foundCharacters(run, stems)) add(character, isFound)
    else add(run, hasStem(run, stems))
  }
  return parts
}

/** The listing's words that have the stems, as its seller spells them; a stem that matches none stays a stem. */
export function spellStems(
  { name, description, tags, resource }: Pick<Entry, 'name' | 'description' | 'tags' | 'resource'>,
  stems: string,
): string {
  const words = splitWords([name, description, ...tags, resource].filter(Boolean).join(' '))
  return stems
    .split(' ')
    .map((each) => words.find((word) => stem(word) === each) ?? each)
    .join(' ')
}

/** Scripts without spaces, which are indexed in overlapping pairs of characters. */
const PAIRED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

const hasStem = (run: string, stems: ReadonlySet<string>): boolean =>
  splitWords(run).some((word) => stems.has(stem(word)))

function foundCharacters(run: string, stems: ReadonlySet<string>): [string, boolean][] {
  const characters = [...run]
  const isPair = (index: number) => index >= 0 && hasStem(characters.slice(index, index + 2).join(''), stems)
  return characters.map((character, index) => [character, isPair(index) || isPair(index - 1)])
}
