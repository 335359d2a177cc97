import type { Root } from 'hast'
import { wordsOf } from './words-of'

/** A text that stands under its title already: a first heading that says the same is left out. */
export function withoutTitle(tree: Root, title: string): Root {
  const at = tree.children.findIndex(({ type }) => type === 'element')
  const first = tree.children[at]
  if (first?.type !== 'element' || !/^h[1-6]$/.test(first.tagName) || wordsOf(first).trim() !== title.trim())
    return tree
  return { ...tree, children: tree.children.slice(at + 1) }
}
