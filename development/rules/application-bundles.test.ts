import { expect, test } from 'vitest'
import { loadedBy } from './loaded-files'
import { readAllImports } from './read-imports'

const builder = 'lib/compose/application.ts'

test('no page or endpoint bundles what builds the application: lib/compose/running.ts has the one that runs', () => {
  const entries = [...readAllImports().keys()].filter((file) => /^app\/(.*\/)?(page|layout|route)\.tsx?$/.test(file))
  expect(entries.length).toBeGreaterThan(100)
  expect(entries.filter((entry) => loadedBy([entry], true).has(builder))).toEqual([])
  expect(loadedBy(['instrumentation-node.ts'], true)).toContain(builder)
})
