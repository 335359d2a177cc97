import { expect, it } from 'vitest'
import { pathOfTitle, withSlash } from './path-of-title'
import { parsePattern } from './route-pattern'

it.each([
  ['Kumquats, and how to keep them', '/kumquats-and-how-to-keep-them'],
  ['  Über Straßenzölle  ', '/uber-stra-enzolle'],
  ['What is 402?', '/what-is-402'],
  ['../../etc', '/etc'],
  ['日本語', '/untitled'],
  ['', '/untitled'],
])('makes of %j the path %s', (title, path) => {
  expect(pathOfTitle(title)).toBe(path)
  expect(parsePattern(path).segments).toHaveLength(1)
})

it('keeps paths short', () => {
  expect(pathOfTitle('a '.repeat(200)).length).toBeLessThanOrEqual(81)
})

it('takes a path with and without its slash', () => {
  expect([withSlash('kumquat'), withSlash('/kumquat'), withSlash('a/[id]')]).toEqual([
    '/kumquat',
    '/kumquat',
    '/a/[id]',
  ])
})
