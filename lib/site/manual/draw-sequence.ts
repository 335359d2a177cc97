import type { Element } from 'hast'
import { s } from 'hastscript'
import { cannotDraw } from './cannot-draw'

const WIDTH = 760
const HEAD = 44
const ROW = 38
const LINE = 17

/** Lifelines side by side, and what passes between them from top to bottom. */
export function drawSequence(lines: string[]): Element {
  const people = new Map<string, string>()
  const drawn: Element[] = []
  let y = HEAD + 8
  const xOf = (id: string): number => {
    const place = [...people.keys()].indexOf(id)
    if (place === -1) cannotDraw(id)
    return (WIDTH / people.size) * (place + 0.5)
  }
  for (const line of lines) {
    const [, id, name] = /^participant (\w+) as (.+)$/.exec(line) ?? []
    if (id && name) {
      people.set(id, name)
      continue
    }
    const [, over, note] = /^Note over (\w+): (.+)$/.exec(line) ?? []
    if (over && note) {
      const words = note.split('<br>')
      drawn.push(noteAt(xOf(over), y, words))
      y += words.length * LINE + 22
      continue
    }
    const [, from = '', dashes = '', to = '', words = ''] = /^(\w+)(--?)>>(\w+): (.+)$/.exec(line) ?? cannotDraw(line)
    y += ROW - 12
    drawn.push(
      ...(from === to ? [noteAt(xOf(from), y - 14, [words])] : arrow(xOf(from), xOf(to), y, dashes === '--', words)),
    )
    y += from === to ? 28 : 12
  }
  const height = y + 12
  return s(
    'svg',
    {
      viewBox: `0 0 ${WIDTH} ${height}`,
      role: 'img',
      ariaLabel: lines.filter((line) => line.includes('>>')).join('; '),
    },
    [
      ...[...people].flatMap(([id, name]) => [
        s('line', { x1: xOf(id), x2: xOf(id), y1: HEAD, y2: height, className: ['faint'] }),
        s('rect', { x: xOf(id) - 70, y: 6, width: 140, height: HEAD - 10, rx: 2 }),
        ...textAt(xOf(id), 22, name.replace(/ \(/, '<br>(').split('<br>'), 15),
      ]),
      ...drawn,
    ],
  )
}

function arrow(from: number, to: number, y: number, isAnswer: boolean, words: string): Element[] {
  const end = from < to ? to - 5 : to + 5
  const back = from < to ? -7 : 7
  return [
    s('line', { x1: from, x2: end, y1: y, y2: y, ...(isAnswer && { strokeDasharray: '5 4' }) }),
    s('path', { d: `M${end} ${y} l${back} -4 v8z`, className: ['head'] }),
    ...textAt((from + to) / 2, y - 6, [words]),
  ]
}

function noteAt(x: number, y: number, words: string[]): Element {
  const width = Math.max(...words.map((each) => each.length)) * 6.4 + 20
  const left = Math.min(Math.max(x - width / 2, 2), WIDTH - width - 2)
  return s('g', [
    s('rect', { x: left, y, width, height: words.length * LINE + 10, className: ['note'] }),
    ...textAt(left + width / 2, y + LINE, words),
  ])
}

const textAt = (x: number, y: number, lines: string[], step = LINE): Element[] =>
  lines.map((line, index) => s('text', { x, y: y + index * step - (lines.length > 1 && step === 15 ? 3 : 0) }, line))
