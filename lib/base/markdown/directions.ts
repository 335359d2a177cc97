import type { Root } from 'hast'
import { wordsOf } from './words-of'

/** Scripts that are written from right to left. */
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
