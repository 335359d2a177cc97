const LONGEST_TITLE = 72

/**
 * Cuts a description into a heading and the rest, after its first sentence.
 * A first sentence that is too long for a heading stays in the text, and `fallback` is the heading.
 */
export function titleAndRest(description: string | undefined, fallback: string): { title: string; rest?: string } {
  const text = description?.trim() ?? ''
  if (text === '') return { title: fallback }
  const end = text.search(/[.!?](\s|$)/)
  const title = end === -1 ? text : text.slice(0, end + (text[end] === '.' ? 0 : 1))
  if (title.length > LONGEST_TITLE) return { title: fallback, rest: text }
  const rest = end === -1 ? '' : text.slice(end + 1).trim()
  return rest === '' ? { title } : { title, rest }
}
