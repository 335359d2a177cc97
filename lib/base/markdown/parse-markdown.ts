import type { Root } from 'hast'
import { sanitize } from 'hast-util-sanitize'
import { allowList } from './allow-list'
import { createBoundedParser } from './bounded-parser'
import { buildTree, lines } from './build-tree'
import { type ShownImages, withinLines } from './images'
import { lowerHeadings } from './lower-headings'

/**
 * Markdown as a tree of only the elements and attributes of the allow-list, whatever was written: its own HTML is shown
 * as text, links lead only to web and mail addresses, and an image elsewhere is a link to it. Its headings begin below
 * the title of the page. Takes time and memory in proportion to the text and the images that it shows, and formats a
 * bounded part of it.
 * @param images the ones that may be shown; others appear as their words
 */
export function parseMarkdown(markdown: string, images: ShownImages = none): Root {
  const formatted = withinLines(markdown)
  const tokens = lowerHeadings(parser.parse(formatted, {}))
  const tree = sanitize(buildTree(tokens, { images }), allowList)
  const children = tree.type === 'root' ? tree.children : []
  const rest = markdown.slice(formatted.length)
  return { type: 'root', children: rest === '' ? children : [...children, lines({ type: 'text', value: rest })] }
}

const parser = createBoundedParser()
const none: ShownImages = new Map()
