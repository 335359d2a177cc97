import { expect, test } from 'vitest'
import { fileOf, readAllImports } from './read-imports'

const builder = 'lib/compose/application.ts'

/** Files that a bundle of that file holds, now or later: all but what only types name. */
function bundleOf(entry: string, imports: ReturnType<typeof readAllImports>): Set<string> {
  const held = new Set<string>()
  const take = (file: string) => {
    if (held.has(file)) return
    held.add(file)
    for (const { from, isType } of imports.get(file) ?? []) {
      const next = isType ? null : fileOf(from, file)
      if (next) take(next)
    }
  }
  take(entry)
  return held
}

test('no page or endpoint bundles what builds the application: lib/compose/running.ts has the one that runs', () => {
  const imports = readAllImports()
  const entries = [...imports.keys()].filter((file) => /^app\/(.*\/)?(page|layout|route)\.tsx?$/.test(file))
  expect(entries.length).toBeGreaterThan(100)
  expect(entries.filter((entry) => bundleOf(entry, imports).has(builder))).toEqual([])
  expect(bundleOf('instrumentation-node.ts', imports)).toContain(builder)
})
