import type { Root } from 'hast'
import { sanitize } from 'hast-util-sanitize'
import MarkdownIt from 'markdown-it'
import { allowList } from './allow-list'
import { buildTree } from './build-tree'

/**
 * Markdown as a tree that holds nothing but the elements and attributes of the allow-list, whatever was written:
 * its own HTML is shown as text, links lead to web and mail addresses alone, and an image is a link to it.
 * Takes time and memory in proportion to the text, for hostile ones too.
 */
export function parseMarkdown(markdown: string): Root {
  const tree = sanitize(buildTree(parser.parse(markdown, {})), allowList)
  return tree.type === 'root' ? tree : { type: 'root', children: [] }
}

const parser = new MarkdownIt({ html: false, linkify: true })
// One rule about links: the tree's own.
parser.validateLink = () => true
