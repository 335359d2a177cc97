import type { Element } from 'hast'
import { h } from 'hastscript'
import { cannotDraw } from './cannot-draw'
import { drawGraph } from './draw-graph'
import { drawSequence } from './draw-sequence'

/** Draws a diagram that a document holds as Mermaid; null for other code. Throws for a line that it cannot draw. */
export function drawDiagram(source: string): Element | null {
  const [kind = '', ...lines] = source.trim().split('\n')
  const body = lines.map((line) => line.trim()).filter((line) => line !== '')
  if (/^sequenceDiagram\b/.test(kind)) return figure(drawSequence(body))
  if (/^flowchart TD\b/.test(kind)) return figure(drawGraph(body))
  if (/^stateDiagram/.test(kind)) return drawStates(body)
  return null
}

const figure = (drawing: Element): Element =>
  h('div.diagram', { tabIndex: 0, role: 'group', ariaLabel: 'Diagram' }, drawing)

/** Every state with the arrows that leave it. */
function drawStates(lines: string[]): Element {
  const arrows = new Map<string, [string, string][]>()
  for (const line of lines) {
    const [, from = '', to = '', why = ''] = /^(\S+) --> (\S+?)(?:: (.+))?$/.exec(line) ?? cannotDraw(line)
    arrows.set(from, [...(arrows.get(from) ?? []), [to, why]])
  }
  return h(
    'dl.states',
    [...arrows].map(([from, leaving]) =>
      h('div', [
        h('dt', nameOf(from)),
        ...leaving.map(([to, why]) => h('dd', [h('span', '→ '), h('b', nameOf(to)), why && ` ${why}`])),
      ]),
    ),
  )
}

const nameOf = (state: string): string => (state === '[*]' ? 'start' : state.replaceAll('_', ' '))
