import type { Element, Root } from 'hast'
import { MARK_PREFIX } from './allow-list'
import { wordsOf } from './words-of'

/** The address of a place in the same text as its link; null for any other. */
export function fragmentLink(address: string): { href: string } | null {
  if (!address.startsWith('#') || address.length < 2) return null
  try {
    return { href: `#${MARK_PREFIX}${slugOf(decodeURIComponent(address.slice(1)))}` }
  } catch {
    return null
  }
}

/**
 * Puts a mark into each heading that links of the text lead to, named as GitHub names headings: the heading's own id is
 * the page's. Links that lead to none become their words. Changes the tree.
 */
export function joinFragments(tree: Root): Root {
  const links: Element[] = []
  const headings: Element[] = []
  const found = new Set<string>()
  const look = (around: Root | Element): void => {
    for (const child of around.children) {
      if (child.type !== 'element') continue
      if (child.tagName === 'a' && String(child.properties.href).startsWith('#')) links.push(child)
      if (/^h[2-6]$/.test(child.tagName)) headings.push(child)
      if (child.properties.id !== undefined) found.add(String(child.properties.id))
      look(child)
    }
  }
  look(tree)
  if (links.length === 0) return tree
  const wanted = new Set(links.map(({ properties }) => String(properties.href).slice(1)))
  const counts = new Map<string, number>()
  for (const heading of headings) {
    const slug = slugOf(wordsOf(heading))
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    const id = `${MARK_PREFIX}${slug}${count > 0 ? `-${count}` : ''}`
    if (!wanted.has(id)) continue
    heading.children.unshift({ type: 'element', tagName: 'a', properties: { id }, children: [] })
    found.add(id)
  }
  // No element of the allow-list, which leaves its words.
  for (const link of links) if (!found.has(String(link.properties.href).slice(1))) link.tagName = 'span'
  return tree
}

const slugOf = (words: string): string =>
  words
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
