import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = process.cwd()

/** Files of ours that are loaded with `file`, itself included, before any of its code runs. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const source = existsSync(file) ? readFileSync(file, 'utf8') : ''
  for (const [, names = '', from = ''] of source.matchAll(/^(?:import|export) ([^'"]*?)from '([@.][^']*)'/gm)) {
    if (names.startsWith('type ')) continue
    if (!from.startsWith('@/') && !from.startsWith('.')) continue
    const path = from.startsWith('@/') ? join(root, from.slice(2)) : join(dirname(file), from)
    loadedWith(`${path}.ts`, seen)
  }
  return seen
}

test.each([
  'development/demo/run-demo.ts',
  'development/devnet/main.ts',
  'development/devnet/pay/main.ts',
  'development/checks/main.ts',
  'development/database/generate.ts',
  'development/database/migrate.ts',
])('%s starts in a fresh clone, which has no database client yet', (file) => {
  const loaded = [...loadedWith(join(root, file))].map((path) => relative(root, path))
  expect(loaded.length).toBeGreaterThan(1)
  expect(loaded.filter((path) => path.startsWith('lib/base/infra/generated/'))).toEqual([])
})
