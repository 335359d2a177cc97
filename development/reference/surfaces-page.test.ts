import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listSurfaces } from '../checks/list-surfaces'

test('docs/surfaces.md has a row for each route handler, and none of an address that is gone', () => {
  const rows = [...readFileSync('docs/surfaces.md', 'utf8').matchAll(/^\| `([^`]+)` \|/gm)].map(([, path]) => path)
  const surfaces = listSurfaces()
  const handlers = surfaces.filter(({ kind }) => kind === 'route').map(({ path }) => path)
  expect(handlers.filter((path) => !rows.includes(path))).toEqual([])
  expect(rows.filter((row) => !surfaces.some(({ path }) => path === row))).toEqual([])
})
