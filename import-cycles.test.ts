import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = import.meta.dirname
const folders = ['app', 'bench', 'build', 'development', 'e2e', 'lib', 'testing']

type Graph = ReadonlyMap<string, readonly string[]>

/** Files of ours by the files that they load. Imports of types alone load nothing. */
function readGraph(): Graph {
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('generated/'))
      .map((file) => path.posix.join(folder, file)),
  )
  return new Map(files.map((file) => [file, loadedBy(file, readFileSync(path.join(root, file), 'utf8'))]))
}

function loadedBy(file: string, source: string): string[] {
  return [...source.matchAll(/^(?:import|export)\s+([^'"]*?)from\s+'([@.][^']*)'/gm)].flatMap(([, names, from]) => {
    if (isOfTypes(names ?? '')) return []
    const target = pathOf(from ?? '', file)
    return target === null ? [] : [target]
  })
}

function isOfTypes(names: string): boolean {
  const inBraces = /^\{([^}]*)\}\s*$/
    .exec(names)?.[1]
    ?.split(',')
    .filter((name) => name.trim() !== '')
  return names.startsWith('type ') || (inBraces?.every((name) => name.trim().startsWith('type ')) ?? false)
}

function pathOf(from: string, file: string): string | null {
  const base = from.startsWith('@/') ? from.slice(2) : path.posix.join(path.posix.dirname(file), from)
  return (
    [base, `${base}.ts`, `${base}.tsx`].find((each) => /\.tsx?$/.test(each) && existsSync(path.join(root, each))) ??
    null
  )
}

/** The first way round that a walk from each file finds; each circle once. */
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

test('no file loads itself by way of others', () => {
  expect(findCycles(readGraph())).toEqual([])
})

test('finds a way round, and none through types', () => {
  const graph = (sources: Record<string, string>) =>
    new Map(Object.entries(sources).map(([file, source]) => [file, loadedBy(file, source)]))
  const there = "import { roomBoundaries } from './dependency-rules.test'\n"
  const back = "import { expect } from './import-cycles.test'\n"
  const files = { 'import-cycles.test.ts': there, 'dependency-rules.test.ts': back }
  expect(findCycles(graph(files))).toEqual(['import-cycles.test.ts > dependency-rules.test.ts > import-cycles.test.ts'])
  expect(findCycles(graph({ ...files, 'dependency-rules.test.ts': back.replace('{ ', '{ type ') }))).toEqual([])
})
