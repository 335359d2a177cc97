import type { Token } from 'markdown-it'

/** A page has one first heading, its title: a text that begins with first headings has all of its own one lower. */
export function lowerHeadings(tokens: Token[]): Token[] {
  if (!tokens.some(({ tag }) => tag === 'h1')) return tokens
  for (const token of tokens) {
    const level = /^h([1-6])$/.exec(token.tag)?.[1]
    if (level !== undefined) token.tag = `h${Math.min(6, Number(level) + 1)}`
  }
  return tokens
}
