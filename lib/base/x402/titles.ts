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

type TitledResource = { name: string | null; description: string | null; resource: string }

/**
 * A listing's heading and the text below it. Without a name, the heading is the first sentence of the description if
 * that is short enough, else the address.
 */
export function headingOf({ name, description, resource }: TitledResource) {
  if (name !== null) return { title: name, rest: description }
  const { title, rest = null } = titleAndRest(description ?? undefined, resource.replace(/^https?:\/\//, ''))
  return { title, rest }
}

const LONGEST = 80

/** A path made from a title: small letters without accents, digits and hyphens. `/untitled` where none are left. */
export function pathOfTitle(title: string): string {
  const words = title
    .slice(0, 10 * LONGEST)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  const kept = words.slice(0, LONGEST).replace(/^-+|-+$/g, '')
  return `/${kept === '' ? 'untitled' : kept}`
}

export const withSlash = (path: string): string => (path.startsWith('/') ? path : `/${path}`)
