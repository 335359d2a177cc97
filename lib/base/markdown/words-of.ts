import type { ElementContent, Root } from 'hast'

export function wordsOf(node: Root | ElementContent): string {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map((child) => wordsOf(child as ElementContent)).join('') : ''
}

/** Removes a first heading that repeats the title above the text. */
export function withoutTitle(tree: Root, title: string): Root {
  const at = tree.children.findIndex(({ type }) => type === 'element')
  const first = tree.children[at]
  if (first?.type !== 'element' || !/^h[1-6]$/.test(first.tagName) || wordsOf(first).trim() !== title.trim())
    return tree
  return { ...tree, children: tree.children.slice(at + 1) }
}

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Samaritan}\p{Script=Mandaic}]/u

/** `auto`, by which a browser finds the direction of a text, for one that may run from right to left; else null. */
export const directionOf = (text: string): 'auto' | null => (RIGHT_TO_LEFT.test(text) ? 'auto' : null)

/** Lets each block of a text run in the direction of its first letter. Changes the tree. */
export function setDirections(tree: Root): Root {
  for (const node of tree.children) {
    if (node.type === 'element' && node.tagName !== 'pre') node.properties.dir = directionOf(wordsOf(node))
  }
  return tree
}
