import type { Root } from 'hast'
import { wordsOf } from './words-of'

/** Removes a first heading that repeats the title above the text. */
export function withoutTitle(tree: Root, title: string): Root {
  const at = tree.children.findIndex(({ type }) => type === 'element')
  const first = tree.children[at]
  if (first?.type !== 'element' || !/^h[1-6]$/.test(first.tagName) || wordsOf(first).trim() !== title.trim())
    return tree
  return { ...tree, children: tree.children.slice(at + 1) }
}
