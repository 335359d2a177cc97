import type { Root } from 'hast'
import { sanitize } from 'hast-util-sanitize'
import { allowList } from './allow-list'
import { createBoundedParser, formattedLimits } from './bounded-parser'
import { buildTree } from './build-tree'
import { lowerHeadings } from './lower-headings'

/**
 * Markdown as a tree that holds nothing but the elements and attributes of the allow-list, whatever was written:
 * its own HTML is shown as text, links lead to web and mail addresses alone, and an image is a link to it. Its headings
 * begin below the title of the page. Takes time and memory in proportion to the text, and formats a bounded part of it.
 */
export function parseMarkdown(markdown: string): Root {
  const end = endOfLine(markdown, formattedLimits.lines)
  const tokens = lowerHeadings(parser.parse(markdown.slice(0, end), {}))
  const tree = sanitize(buildTree(tokens), allowList)
  const children = tree.type === 'root' ? tree.children : []
  const rest = markdown.slice(end)
  return { type: 'root', children: rest === '' ? children : [...children, asWritten(rest)] }
}

const parser = createBoundedParser()

/** Where so many lines have ended. */
function endOfLine(text: string, lines: number): number {
  let end = -1
  for (let line = 0; line < lines; line += 1) {
    end = text.indexOf('\n', end + 1)
    if (end === -1) return text.length
  }
  return end + 1
}

const asWritten = (value: string): Root['children'][number] => ({
  type: 'element',
  tagName: 'pre',
  properties: {},
  children: [{ type: 'text', value }],
})
