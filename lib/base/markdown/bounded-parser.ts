import MarkdownIt, { type MarkdownIt as Parser, type StateBlock, type StateCore } from 'markdown-it'

/**
 * Limits of how much of one text is formatted; a book's chapter is far below each. The rest is shown as it was written,
 * so that half a megabyte cannot become a page of a million elements, or a second of work.
 */
export const formattedLimits = {
  lines: 20_000,
  /** Tokens of blocks: three for a paragraph or a cell. */
  tokens: 20_000,
  /** Cells of one table (short rows are filled up); at most about half as many as the text has characters. */
  cells: 10_000,
  /** Characters of one paragraph, heading or cell: some rules look back over all of it. */
  run: 8_000,
  /** Characters that may begin or end formatting within a line. */
  marks: 20_000,
}

const MARKS = /[\\`*_~[\]<&!:@]/g

/** Markdown without HTML, with addresses as links, within the limits above. */
export function createBoundedParser(): Parser {
  const parser = new MarkdownIt({ html: false, linkify: true })
  // Names such as `README.md` are no addresses.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  // One rule about links: the tree's own.
  parser.validateLink = () => true
  parser.block.ruler.before('table', 'limit', limitBlocks)
  parser.core.ruler.at('inline', formatWithinLimit)
  return parser
}

/** Shows the excess as it was written; never called to end a paragraph. */
function limitBlocks(state: StateBlock, startLine: number, endLine: number): boolean {
  const isFull = state.tokens.length > formattedLimits.tokens
  const end = isFull ? endLine : endOfLargeTable(state, startLine, endLine)
  if (end === null) return false
  const token = state.push('code_block', 'code', 0)
  token.content = state.getLines(startLine, end, state.blkIndent, false)
  state.line = end
  return true
}

/** End of a table's rows, if they would make more cells than fit; null for anything else. */
function endOfLargeTable(state: StateBlock, startLine: number, endLine: number): number | null {
  if (startLine + 2 > endLine) return null
  const lineAt = (line: number) => state.src.slice(state.bMarks[line], state.eMarks[line])
  const below = lineAt(startLine + 1)
  if (!/^[\s>|:-]+$/.test(below) || !below.includes('-') || !lineAt(startLine).includes('|')) return null
  const columns = below
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|').length
  const limit = Math.min(formattedLimits.cells, 100 + state.src.length / 2)
  let line = startLine
  while (line < endLine && !state.isEmpty(line)) line += 1
  return columns * (line - startLine) > limit ? line : null
}

function formatWithinLimit({ tokens, md, env }: StateCore): void {
  let found = 0
  for (const token of tokens) {
    if (token.type !== 'inline') continue
    found += token.content.match(MARKS)?.length ?? 0
    if (found > formattedLimits.marks || token.content.length > formattedLimits.run) token.type = 'text'
    else md.inline.parse(token.content, md, env, token.children ?? [])
  }
}
