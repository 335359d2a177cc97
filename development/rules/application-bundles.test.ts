import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadedBy } from './loaded-files'
import { fileOf, readAllImports } from './read-imports'

const builder = /^lib\/site\/compose\/(application|base|open-[a-z-]+)\.ts$/

test('no page or endpoint bundles what opens a product: lib/site/compose/running.ts has those that run', () => {
  const entries = [...readAllImports().keys()].filter((file) =>
    /^app\/(.*\/)?(page|layout|route|plain-routes)\.tsx?$/.test(file),
  )
  expect(entries.length).toBeGreaterThan(60)
  const bundled = entries.flatMap((entry) => [...loadedBy([entry], true)].filter((file) => builder.test(file)))
  expect(bundled).toEqual([])
  const started = [...loadedBy(['lib/site/compose/start-server.ts'], true)].filter((file) => builder.test(file))
  expect(started).toContain('lib/site/compose/application.ts')
  expect(started.length).toBeGreaterThan(5)
})

const begins = (file: string, directive: string) => readFileSync(file, 'utf8').startsWith(`'${directive}'`)

test('no browser loads a catalog of texts: pages give client components the namespaces that they use', () => {
  const imports = readAllImports()
  const held = new Set<string>()
  const take = (file: string): string[] => {
    // A browser gets only the address of an action.
    if (held.has(file) || begins(file, 'use server')) return []
    held.add(file)
    const loaded = (imports.get(file) ?? []).filter(({ isType }) => !isType)
    const catalogs = loaded.filter(({ from }) => from.endsWith('.json')).map(({ from }) => `${file}: ${from}`)
    return [...catalogs, ...loaded.flatMap(({ from }) => take(fileOf(from, file) ?? file))]
  }
  const clients = [...imports.keys()].filter((file) => begins(file, 'use client'))
  expect(clients.length).toBeGreaterThan(50)
  // Replaces texts where the server could give none.
  const own = ['de', 'en'].map((name) => `app/global-error.tsx: @/lib/site/messages/failure/${name}.json`)
  expect(clients.flatMap(take)).toEqual(own)
})
