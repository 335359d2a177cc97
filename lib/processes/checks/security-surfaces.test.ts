import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listSurfaces } from './list-surfaces'

const rows = readFileSync('SECURITY.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `/'))
  .map((line) => line.split('|').map((cell) => cell.trim()))

test('SECURITY.md names every surface of the site once, and no other', () => {
  const named = rows.map(([, path = '']) => path.replaceAll('`', ''))
  expect([...named].sort()).toEqual(
    listSurfaces()
      .map(({ path }) => path)
      .sort(),
  )
})

test('SECURITY.md says of each surface which methods it takes, who may call it, how often, and how large', () => {
  const methods = new Map(listSurfaces().map(({ path, methods: taken }) => [path, taken]))
  for (const [, path = '', said = '', ...facts] of rows) {
    expect(
      facts.slice(0, 3).every((fact) => fact.length > 0),
      path,
    ).toBe(true)
    const taken = methods.get(path.replaceAll('`', '')) ?? []
    const isAll = taken.length >= 6
    expect(said === 'all', path).toBe(isAll)
    if (!isAll) for (const method of said.split(', ')) expect(taken, path).toContain(method)
  }
})
