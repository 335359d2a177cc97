import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listSurfaces } from '../checks/list-surfaces'
import { surfaceFacts } from './surface-facts'
import { surfacesPage } from './surfaces-page'

test('docs/surfaces.md is what the code says now; else run: npx tsx development/reference/main.ts', () => {
  expect(readFileSync('docs/surfaces.md', 'utf8')).toBe(surfacesPage(listSurfaces(), surfaceFacts))
})

test('asks for the facts of a new route handler, and for none of one that is gone', () => {
  const added = [...listSurfaces(), { path: '/new', kind: 'route' as const, methods: ['GET'] }]
  expect(() => surfacesPage(added, surfaceFacts)).toThrow('Expected facts of /new and none of others.')
  const gone = { ...surfaceFacts, '/gone': { who: 'anyone' } }
  expect(() => surfacesPage(listSurfaces(), gone)).toThrow('Expected facts of no more and none of /gone.')
})
