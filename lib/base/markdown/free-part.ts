import { isMore, tokensOf } from './bounded-parser'
import { withoutFrontMatter } from './front-matter'

export type Divider = { start: number; end: number }

/**
 * The comment `<!-- more -->` that divides a text: what stands above it is free. Jekyll, Hugo and WordPress read the same
 * one. It is the first that has its lines for itself. Where one above it stands within a paragraph, a list, a quote or a
 * note, its writer's wish is open, and nothing is free.
 */
export function dividerOf(markdown: string): Divider | null {
  const text = withoutFrontMatter(markdown)
  let depth = 0
  const found = tokensOf(text).find((token) => {
    depth += token.nesting
    return depth === 0 && isMore(token)
  })
  if (!found?.map) return null
  const lines = text.split(/(?<=\r\n|\r(?!\n)|\n)/)
  const [above, whole] = found.map.map((line) => lines.slice(0, line).join(''))
  if (tokensOf(above ?? '').some((token) => [token, ...(token.children ?? [])].some(isMore))) return null
  const before = markdown.length - text.length
  return { start: before + (above ?? '').length, end: before + (whole ?? '').length }
}

/** The parts of a text around its divider, each without the blank line beside it; null for a text without one. */
export function splitAtDivider(text: string): { free: string; paid: string } | null {
  const divider = dividerOf(text)
  if (!divider) return null
  const { start, end } = divider
  return { free: text.slice(0, start).replace(/(\r?\n){1,2}$/, ''), paid: text.slice(end).replace(/^\r?\n/, '') }
}

/** One text that is divided into the same parts; where their divider would be part of something else, nothing of it is free. */
export function joinAtDivider(free: string, paid: string): string {
  const whole = free === '' ? paid : `${free}\n\n<!-- more -->\n\n${paid}`
  const parts = splitAtDivider(whole) ?? { free: '', paid: whole }
  return parts.free === free && parts.paid === paid ? whole : `<!-- more -->\n\n${whole}`
}
