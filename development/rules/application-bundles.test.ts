import { expect, test } from 'vitest'
import { loadedBy } from './loaded-files'
import { readAllImports } from './read-imports'

const builder = /^lib\/site\/compose\/(application|base|open-[a-z-]+)\.ts$/

test('no page or endpoint bundles what opens a product: lib/site/compose/running.ts has those that run', () => {
  const entries = [...readAllImports().keys()].filter((file) => /^app\/(.*\/)?(page|layout|route)\.tsx?$/.test(file))
  expect(entries.length).toBeGreaterThan(100)
  const bundled = entries.flatMap((entry) => [...loadedBy([entry], true)].filter((file) => builder.test(file)))
  expect(bundled).toEqual([])
  const started = [...loadedBy(['lib/site/compose/start-server.ts'], true)].filter((file) => builder.test(file))
  expect(started).toContain('lib/site/compose/application.ts')
  expect(started.length).toBeGreaterThan(5)
})
