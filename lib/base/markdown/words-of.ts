import type { ElementContent, Root } from 'hast'

export function wordsOf(node: Root | ElementContent): string {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map((child) => wordsOf(child as ElementContent)).join('') : ''
}
