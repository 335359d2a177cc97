import type { Element } from 'hast'
import { wordsOf } from '@/lib/base/markdown/words-of'

/** The anchor that GitHub gives a heading of these words. */
const anchorOf = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

/**
 * Gives headings their anchor, and rows of tables that begin with code that code as theirs (error codes, variables).
 * Anchors are unique: a second heading of the same words gets a number, a second row none.
 */
export function addAnchors(elements: readonly Element[]): void {
  const given = new Set<string>()
  for (const element of elements) {
    if (/^h[2-6]$/.test(element.tagName)) element.properties.id = freeAnchor(anchorOf(wordsOf(element)), given)
  }
  for (const row of elements.flatMap(rowsOf)) {
    const anchor = codeAtBeginningOf(row)
    if (anchor === null || given.has(anchor)) continue
    given.add(anchor)
    row.properties.id = anchor
  }
}

function freeAnchor(anchor: string, given: Set<string>): string {
  let free = anchor
  for (let again = 1; given.has(free); again += 1) free = `${anchor}-${again}`
  given.add(free)
  return free
}

const elementsIn = ({ children }: Element): Element[] => children.filter((child) => child.type === 'element')

function rowsOf(element: Element): Element[] {
  return element.tagName === 'tr' ? [element] : elementsIn(element).flatMap(rowsOf)
}

/** The code in a row's first cell, where the cell has nothing else; null for other rows. */
function codeAtBeginningOf(row: Element): string | null {
  const [cell] = elementsIn(row)
  const code = cell?.children.length === 1 ? cell.children[0] : undefined
  if (cell?.tagName !== 'td' || code?.type !== 'element' || code.tagName !== 'code') return null
  const words = wordsOf(code)
  return /^[\w-]+$/.test(words) ? words : null
}
