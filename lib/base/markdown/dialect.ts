import type { Env, MarkdownIt as Parser, StateBlock, StateCore, StateInline, Token } from 'markdown-it'

/** A formula in a line: no space within its signs and no word beside them, as in `US$5 or $6`. */
const FORMULA = /\$\$(?:\\.|[^\\$])+\$\$|(?<![\p{L}\p{N}])\$(?![\s$])(?:\\.|[^\\$])*(?<!\s)\$(?![\p{L}\p{N}])/suy
const NOTE = /^\[\^([^\]\s]{1,64})\]:/
const NOTE_MARK = /\[\^([^\]\s]{1,64})\]/y
const ALERT = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]$/m

const FOLD = /(<details(?: open)?\s*>|<\/details\s*>|<\/?summary\s*>)/i

/** GitHub's Markdown besides tables and strikes: formulas, as written, footnotes, tasks, alerts, and parts to unfold. */
export function addDialect({ block, inline, core }: Parser): void {
  block.ruler.before('reference', 'formula', formulaBlock)
  block.ruler.before('reference', 'note', noteBlock, { alt: ['paragraph'] })
  block.ruler.before('reference', 'fold', foldLine, { alt: ['paragraph', 'reference', 'blockquote'] })
  inline.ruler.before('escape', 'formula', formulaSpan)
  inline.ruler.before('link', 'note', noteMark)
  core.ruler.before('inline', 'dialect', finishBlocks)
}

function formulaSpan(state: StateInline, isSilent: boolean): boolean {
  FORMULA.lastIndex = state.pos
  const content = FORMULA.exec(state.src)?.[0]
  if (content === undefined) return false
  if (!isSilent) Object.assign(state.push('code_inline', 'code', 0), { content, info: 'math' })
  state.pos += content.length
  return true
}

/** Lines from `$$` to `$$`, none of them empty. */
function formulaBlock(state: StateBlock, startLine: number, endLine: number): boolean {
  if (!lineOf(state, startLine).startsWith('$$')) return false
  let line = startLine
  while (!lineOf(state, line).endsWith('$$') || (line === startLine && lineOf(state, line) === '$$')) {
    line += 1
    if (line >= endLine || lineOf(state, line) === '') return false
  }
  state.line = line + 1
  const content = state.getLines(startLine, state.line, state.blkIndent, false)
  Object.assign(state.push('code_block', 'code', 0), { content, info: 'math' })
  return true
}

/** A footnote: its line, those right below it, and what stands indented below. A note has no notes within. */
function noteBlock(state: StateBlock, startLine: number, endLine: number, isSilent: boolean): boolean {
  const notes = notesOf(state.env)
  const first = lineOf(state, startLine)
  const [mark = '', label] = NOTE.exec(first) ?? []
  if (label === undefined || notes.isWithin || isSilent) return label !== undefined && !notes.isWithin
  let line = startLine + 1
  while (line < endLine && isOfNote(state, line)) line += 1
  notes.count += 1
  if (!notes.numbers.has(label)) notes.numbers.set(label, notes.count)
  const below = state.getLines(startLine + 1, line, state.blkIndent + 4, false)
  state.push('note_open', 'li', 1).attrSet('id', `note_${notes.count}`)
  notes.isWithin = true
  state.md.block.parse(`${first.slice(mark.length)}\n${below}`, state.md, state.env, state.tokens)
  notes.isWithin = false
  state.push('note_close', 'li', -1)
  state.line = line
  return true
}

function isOfNote(state: StateBlock, line: number): boolean {
  const indent = (state.sCount[line] ?? 0) - state.blkIndent
  const isBelowText = indent >= 0 && !state.isEmpty(line - 1) && !NOTE.test(lineOf(state, line))
  return state.isEmpty(line) || indent >= 4 || isBelowText
}

/** A line without spaces at its ends; empty outside of the block that is read, and for indented code. */
function lineOf({ src, sCount, blkIndent, bMarks, tShift, eMarks }: StateBlock, line: number): string {
  const indent = (sCount[line] ?? 0) - blkIndent
  return indent < 0 || indent >= 4 ? '' : src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]).trim()
}

type Notes = { count: number; numbers: Map<string, number>; isWithin: boolean }

const newNotes = (): Notes => ({ count: 0, numbers: new Map(), isWithin: false })

const notesOf = (env: Env): Notes => (env.notes ??= newNotes()) as Notes // Others write only new ones.

function noteMark(state: StateInline, isSilent: boolean): boolean {
  NOTE_MARK.lastIndex = state.pos
  const [mark = '', label = ''] = NOTE_MARK.exec(state.src) ?? []
  const number = notesOf(state.env).numbers.get(label)
  if (number === undefined) return false
  state.pos += mark.length
  if (isSilent) return true
  state.push('note_mark', 'sup', 1)
  state.push('link_open', 'a', 1).attrSet('href', `#note_${number}`)
  state.push('text', '', 0).content = String(number)
  state.push('link_close', 'a', -1)
  state.push('note_mark', 'sup', -1)
  return true
}

/** A line that begins with a tag of a part to unfold: its tags, and the words between them. */
function foldLine(state: StateBlock, startLine: number, _endLine: number, isSilent: boolean): boolean {
  const line = lineOf(state, startLine)
  if (line.search(FOLD) !== 0) return false
  if (isSilent) return true
  state.line = startLine + 1
  for (const [place, content] of line.split(FOLD).entries()) {
    if (content.trim() === '') continue
    if (place % 2 === 1) state.push('fold', /summary/i.test(content) ? 'summary' : 'details', 0).content = content
    else Object.assign(state.push('inline', '', 0), { content, children: [] })
  }
  return true
}

/** Makes tags that belong together an element; the others stay words. */
function pairFolds({ tokens }: StateCore): void {
  const open: { token: Token; depth: number }[] = []
  let depth = 0
  for (const token of tokens) {
    depth += token.nesting
    while ((open.at(-1)?.depth ?? 0) > depth) open.pop()
    if (token.type !== 'fold') continue
    if (!token.content.startsWith('</')) open.push({ token, depth })
    else if (open.at(-1)?.depth === depth && open.at(-1)?.token.tag === token.tag) {
      Object.assign(open.pop()?.token ?? {}, { nesting: 1 })
      token.nesting = -1
    }
  }
}

/** Shows tasks and alerts by their marks, and puts the notes below the text. */
function finishBlocks(state: StateCore): void {
  pairFolds(state)
  const parts = { text: [] as typeof state.tokens, notes: [] as typeof state.tokens }
  let place = parts.text
  for (const [at, token] of state.tokens.entries()) {
    const around = token.type === 'inline' && state.tokens[at - 2]?.type
    if (around === 'list_item_open') token.content = token.content.replace(/^\[( |x)\](?= )/i, taskMark)
    // Spaces at the end of a line break it.
    if (around === 'blockquote_open') token.content = token.content.replace(ALERT, '**$1**  ')
    if (token.type === 'note_open') place = parts.notes
    place.push(token)
    if (token.type === 'note_close') place = parts.text
  }
  if (parts.notes.length === 0) return
  const [rule, list] = [new state.Token('hr', 'hr', 0), new state.Token('list_open', 'ol', 1)]
  state.tokens = [...parts.text, rule, list, ...parts.notes, new state.Token('list_close', 'ol', -1)]
}

const taskMark = (_whole: string, mark: string): string => (mark === ' ' ? '☐' : '☑')
