import { expect, it } from 'vitest'
import { parsePattern } from './route-pattern'
import { pathOfTitle } from './titles'

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
