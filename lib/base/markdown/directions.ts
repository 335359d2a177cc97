import type { Element, Nodes, Root } from 'hast'

const blocks = new Set('p h2 h3 h4 h5 h6 ul ol li blockquote table thead tbody tr th td'.split(' '))

/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Samaritan}\p{Script=Mandaic}]/u

/** Characters of a block within which its first letter must lie. */
const MOST_READ = 500

/** The direction of a text by its first letter, as `dir="auto"` finds it; null where it has none. */
export function directionOf(text: string): 'ltr' | 'rtl' | null {
  const letter = /\p{L}/u.exec(text.slice(0, MOST_READ))?.[0]
  return letter === undefined ? null : RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr'
}

/** Gives each block that runs otherwise than what is around it its own direction. Changes the tree. */
export function setDirections(tree: Root): Root {
  for (const node of tree.children) setDirection(node, 'ltr')
  return tree
}

function setDirection(node: Nodes, around: 'ltr' | 'rtl'): void {
  if (node.type !== 'element' || !blocks.has(node.tagName)) return
  const own = directionOf(beginningOf(node)) ?? around
  if (own !== around) node.properties.dir = own
  for (const child of node.children) setDirection(child, own)
}

function beginningOf(node: Element): string {
  let text = ''
  const open: Nodes[] = [node]
  for (let seen = 0; seen < MOST_READ && text.length < MOST_READ; seen += 1) {
    const next = open.pop()
    if (!next) break
    if (next.type === 'text') text += next.value.slice(0, MOST_READ)
    else if ('children' in next) open.push(...next.children.slice(0, MOST_READ).reverse())
  }
  return text
}
