import { expect, test } from 'vitest'
import { fileOf, readAllImports, readImports, type SourceImport } from './read-imports'

type Graph = ReadonlyMap<string, readonly string[]>

/** Our files by the files that they import, also only for types; files that `import()` loads later do not count. */
const graphOf = (imports: ReadonlyMap<string, readonly SourceImport[]>): Graph =>
  new Map(
    [...imports].map(([file, all]) => [
      file,
      all.flatMap(({ from, isLater }) => (isLater ? [] : (fileOf(from, file) ?? []))),
    ]),
  )

/** The first cycle that a walk from each file finds; each cycle once. */
function findCycles(graph: Graph): string[] {
  const done = new Set<string>()
  const cycles: string[] = []
  const walk = (file: string, trail: readonly string[]) => {
    const at = trail.indexOf(file)
    if (at >= 0) return void cycles.push([...trail.slice(at), file].join(' > '))
    if (done.has(file)) return
    for (const next of graph.get(file) ?? []) walk(next, [...trail, file])
    done.add(file)
  }
  for (const file of graph.keys()) walk(file, [])
  return cycles
}

test('no file imports itself by way of others', () => {
  expect(findCycles(graphOf(readAllImports()))).toEqual([])
})

test('finds a way round, also through types, and none through what is loaded later', () => {
  const graph = (sources: Record<string, string>) =>
    graphOf(new Map(Object.entries(sources).map(([file, source]) => [file, readImports(file, source)])))
  const [one, other] = ['development/rules/read-imports.ts', 'development/rules/room-boundaries.ts']
  const there = "import { findTrespasses } from './room-boundaries'\n"
  const back = "import { pathOf } from './read-imports'\n"
  const circle = [[one, other, one].join(' > ')]
  expect(findCycles(graph({ [one]: there, [other]: back }))).toEqual(circle)
  expect(findCycles(graph({ [one]: there, [other]: back.replace('{ ', '{ type ') }))).toEqual(circle)
  expect(findCycles(graph({ [one]: there, [other]: "await import('./read-imports')\n" }))).toEqual([])
})
