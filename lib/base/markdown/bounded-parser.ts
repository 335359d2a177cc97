import MarkdownIt, {
  type MarkdownIt as Parser,
  type StateBlock,
  type StateCore,
  type StateInline,
  type Token,
} from 'markdown-it'
import { addDialect } from './dialect'

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

const MARKS = /[\\`*_~[\]<&!:@$]/g

/** GitHub's Markdown without HTML and its comments, with addresses as links, within the limits above. */
function createBoundedParser(): Parser {
  const parser = new MarkdownIt({ html: false, linkify: true })
  // Names such as `README.md` are no addresses.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  // One rule about links: the tree's own.
  parser.validateLink = () => true
  parser.block.ruler.before('table', 'limit', limitBlocks)
  parser.block.ruler.before('limit', 'comment', skipComment, { alt: ['paragraph', 'reference', 'blockquote'] })
  parser.inline.ruler.before('autolink', 'comment', skipInlineComment)
  addDialect(parser)
  parser.core.ruler.at('inline', formatWithinLimit)
  return parser
}

const parser = createBoundedParser()
export const withinLines = (text: string): string => text.split('\n', formattedLimits.lines).join('\n')

export const tokensOf = (text: string): Token[] => parser.parse(withinLines(text), {})

/** A comment that has its lines for itself. One that never ends is text. */
function skipComment(state: StateBlock, startLine: number, endLine: number, isSilent: boolean): boolean {
  const [start = 0, tab = 0] = [state.bMarks[startLine], state.tShift[startLine]]
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false
  if (!state.src.startsWith('<!--', start + tab)) return false
  const last = state.eMarks[endLine - 1] ?? state.src.length
  const end = findEnd(state, start + tab, last)
  if (end === null) return false
  let line = startLine
  while ((state.eMarks[line] ?? last) < end) line += 1
  if (state.src.slice(end, state.eMarks[line]).trim() !== '') return false
  if (isSilent) return true
  state.line = line + 1
  const info = state.src.slice(start + tab, end)
  Object.assign(state.push('comment', '', 0), { info, map: [startLine, state.line] })
  return true
}

function skipInlineComment(state: StateInline, isSilent: boolean): boolean {
  if (!state.src.startsWith('<!--', state.pos)) return false
  const end = findEnd(state, state.pos, state.posMax)
  if (end === null) return false
  if (!isSilent) state.push('comment', '', 0).info = state.src.slice(state.pos, end)
  state.pos = end
  return true
}

export const isMore = ({ type, info }: Token): boolean => type === 'comment' && /^<!--\s*more\s*-->$/i.test(info)

/** Looked for once in each text or run where there is none: many beginnings must not each read all of it. */
function findEnd(state: { src: string; env: unknown }, from: number, to: number): number | null {
  if (endless.get(state) === state.src) return null
  const end = state.src.indexOf('-->', from + '<!--'.length)
  if (end < 0) endless.set(state, state.src)
  return end < 0 || end + 3 > to ? null : end + 3
}

const endless = new WeakMap<object, string>()

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
