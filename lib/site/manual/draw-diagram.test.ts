import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { wordsOf } from '@/lib/base/markdown/words-of'
import { drawDiagram } from './draw-diagram'

const sources = readdirSync('docs')
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) => [...readFileSync(`docs/${name}`, 'utf8').matchAll(/```mermaid\n(.*?)```/gs)])
  .map(([, source = '']) => source)

it('draws every diagram of the documents', () => {
  expect(sources.length).toBeGreaterThan(2)
  for (const source of sources) expect(drawDiagram(source)).not.toBeNull()
})

it('says each label of a diagram, and refuses what it cannot draw', () => {
  const sequence = drawDiagram('sequenceDiagram\nparticipant A as Ann\nparticipant B as Bob\nA->>B: Hello\nB-->>A: Yes')
  expect(sequence && wordsOf(sequence)).toMatch(/Ann.*Bob.*Hello.*Yes/)
  const graph = drawDiagram(
    'flowchart TD\nsubgraph all["All of it"]\na["One<br>first"]\nb["Two"]\nend\na & b --> c["Three"]',
  )
  expect(graph && wordsOf(graph)).toMatch(/All of it.*One.*first.*Two.*Three/)
  expect(() => drawDiagram('flowchart TD\na ==> b')).toThrow('a ==> b')
  expect(drawDiagram('curl -i https://a.example')).toBeNull()
})
