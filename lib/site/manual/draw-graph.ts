import type { Element } from 'hast'
import { s } from 'hastscript'
import { cannotDraw } from './cannot-draw'

type Box = {
  lines: string[]
  members: string[]
  within: string | null
  x: number
  y: number
  width: number
  height: number
}

const WIDTH = 760
const LINE = 16
const GAP = 14
const BETWEEN_RANKS = 40

/** Boxes in ranks: a box that points at another stands above it. */
export function drawGraph(lines: string[]): Element {
  const boxes = new Map<string, Box>()
  const arrows: [string, string][] = []
  let within: string | null = null
  const named = (text: string): string => {
    const [, id = '', label] = /^(\w+)(?:\["(.+)"\])?$/.exec(text) ?? cannotDraw(text)
    const known = boxes.get(id)
    if (label !== undefined || !known) {
      const box = known ?? { lines: [id], members: [], within, x: 0, y: 0, width: 0, height: 0 }
      if (label !== undefined) box.lines = label.split('<br>').flatMap((line) => folded(line))
      boxes.set(id, box)
      if (within && !known) boxes.get(within)?.members.push(id)
    }
    return id
  }
  for (const line of lines) {
    if (line === 'end') within = null
    else if (line.startsWith('subgraph ')) within = named(line.slice('subgraph '.length))
    else {
      const [from = '', to] = line.split(' --> ').map((side) => side.split(' & '))
      const starts = [from].flat().map(named)
      for (const end of (to ?? []).map(named)) for (const start of starts) arrows.push([start, end])
    }
  }
  const top = (id: string): string => boxes.get(id)?.within ?? id
  const rankOf = (id: string): number =>
    Math.max(0, ...arrows.filter(([, to]) => top(to) === id).map(([from]) => rankOf(top(from)) + 1))
  const outer = [...boxes].filter(([, box]) => box.within === null).map(([id]) => id)
  const ranks = [...new Set(outer.map(rankOf))].toSorted((one, other) => one - other)
  let y = 4
  for (const rank of ranks) {
    const row = outer.filter((id) => rankOf(id) === rank).map((id) => get(boxes, id))
    for (const box of row) measure(box, boxes)
    let x = (WIDTH - row.reduce((sum, { width }) => sum + width + GAP, -GAP)) / 2
    for (const box of row) {
      place(box, x, y, boxes)
      x += box.width + GAP
    }
    y += Math.max(...row.map(({ height }) => height)) + BETWEEN_RANKS
  }
  const height = y - BETWEEN_RANKS + 4
  return s(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${height}`, role: 'img', ariaLabel: arrows.map((ends) => ends.join(' to ')).join('; ') },
    [
      ...[...boxes.values()].filter(({ members }) => members.length > 0).map(drawBox),
      ...arrows.flatMap(([from, to]) => drawArrow(get(boxes, from), get(boxes, to))),
      ...[...boxes.values()].filter(({ members }) => members.length === 0).map(drawBox),
    ],
  )
}

const get = (boxes: Map<string, Box>, id: string): Box => boxes.get(id) ?? cannotDraw(id)

/** In lines of 26 letters at most. */
function folded(text: string): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && last.length + word.length > 25) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines
}

/** A group of many stands in two columns. */
const columnsOf = ({ members }: Box): number => (members.length > 2 ? 2 : Math.max(1, members.length))

function measure(box: Box, boxes: Map<string, Box>): void {
  const inner = box.members.map((id) => get(boxes, id))
  for (const each of inner) measure(each, boxes)
  const columns = columnsOf(box)
  const cell = {
    width: Math.max(0, ...inner.map(({ width }) => width)),
    height: Math.max(0, ...inner.map(({ height }) => height)),
  }
  for (const each of inner) Object.assign(each, cell)
  const words = Math.max(...box.lines.map((line) => line.length)) * 6.7 + 20
  box.width = Math.max(words, inner.length > 0 ? columns * (cell.width + 8) + 8 : 0)
  box.height = box.lines.length * LINE + 14 + Math.ceil(inner.length / columns) * (cell.height + 8)
}

function place(box: Box, x: number, y: number, boxes: Map<string, Box>): void {
  Object.assign(box, { x, y })
  const columns = columnsOf(box)
  for (const [index, id] of box.members.entries()) {
    const member = get(boxes, id)
    const [column, row] = [index % columns, Math.floor(index / columns)]
    place(
      member,
      x + 8 + column * (member.width + 8),
      y + box.lines.length * LINE + 10 + row * (member.height + 8),
      boxes,
    )
  }
}

const drawBox = ({ lines, members, x, y, width, height }: Box): Element =>
  s('g', [
    s('rect', { x, y, width, height, rx: 2, ...(members.length > 0 && { className: ['note'] }) }),
    ...lines.map((line, index) =>
      s('text', { x: x + width / 2, y: y + 20 + index * LINE, ...(index === 0 && { className: ['name'] }) }, line),
    ),
  ])

function drawArrow(from: Box, to: Box): Element[] {
  const [x1, y1] = [from.x + from.width / 2, from.y + from.height]
  const [x2, y2] = [to.x + to.width / 2, to.y - 2]
  const turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI
  return [
    s('line', { x1, y1, x2, y2 }),
    s('path', { d: 'M0 0 l-8 -4 v8z', transform: `translate(${x2} ${y2}) rotate(${turn})`, className: ['head'] }),
  ]
}
