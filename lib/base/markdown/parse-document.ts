import type { Root } from 'hast'
import { createBoundedParser } from './bounded-parser'
import { buildTree, type LinkRule } from './build-tree'

/**
 * A document of the project as a tree, with its headings as they are. `linkOf` decides what its links become. Only for
 * our own texts: they may link within the site, which a seller's text may not.
 */
export const parseDocument = (markdown: string, linkOf: LinkRule): Root =>
  buildTree(parser.parse(markdown, {}), { linkOf })

const parser = createBoundedParser()
