import type { Element, Root } from 'hast'
import { wordsOf } from './words-of'

/** The address of a place in the same text as its link; null for any other. */
export function fragmentLink(address: string): { href: string } | null {
  if (!address.startsWith('#') || address.length < 2) return null
  try {
    return { href: `#${slugOf(decodeURIComponent(address.slice(1)))}` }
  } catch {
    return null
  }
}

/**
 * Puts a mark into each heading that links of the text lead to, named as GitHub names headings: the heading's own id is
 * the page's. Links that lead to none become their words. The text's name begins all of its ids. Changes the tree.
 */
export function joinFragments(tree: Root, name: string): Root {
  const links: Element[] = []
  const headings: Element[] = []
  const ids = new Set<string>()
  const prefix = `at-${name}-`
  const look = (around: Root | Element): void => {
    for (const child of around.children) {
      if (child.type !== 'element') continue
      const { tagName, properties } = child
      if (tagName === 'a' && String(properties.href).startsWith('#')) links.push(child)
      if (/^h[2-6]$/.test(tagName)) headings.push(child)
      if (properties.id !== undefined) {
        ids.add(String(properties.id))
        properties.id = prefix + properties.id
      }
      look(child)
    }
  }
  look(tree)
  const wanted = new Set(links.map(({ properties }) => String(properties.href).slice(1)))
  const counts = new Map<string, number>()
  for (const heading of headings) {
    const slug = slugOf(wordsOf(heading))
    let [id, count] = [slug, counts.get(slug) ?? 0]
    while (ids.has(id)) id = `${slug}-${(count += 1)}`
    counts.set(slug, count)
    ids.add(id)
    if (wanted.has(id))
      heading.children.unshift({ type: 'element', tagName: 'a', properties: { id: prefix + id }, children: [] })
  }
  for (const link of links) {
    const id = String(link.properties.href).slice(1)
    if (ids.has(id)) link.properties.href = `#${prefix}${id}`
    // No element of the allow-list, which leaves its words.
    else link.tagName = 'span'
  }
  return tree
}

const slugOf = (words: string): string =>
  words
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
