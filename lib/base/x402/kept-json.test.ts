import { expect, it } from 'vitest'
import { keepJson, writeJson } from './kept-json'

const schema = () => ({ type: 'object', properties: { city: { type: 'string', enum: ['Lisboa', 'São Paulo "SP"'] } } })

it.each([
  ['texts', { error: 'Payment "required" \u2028 \\' }],
  ['no members', {}],
  ['nothing', { a: undefined, b: null, c: { d: undefined } }],
  ['lists', { accepts: [{ amount: '1', extra: { name: 'USDC' } }, null] }],
  ['depth', { extensions: { bazaar: { info: { input: { queryParams: { city: 'Lisboa' } } } } } }],
  ['numbers', { x402Version: 2, ratio: 0.5, big: 1e21, not: Number.NaN }],
])('writes %s as JSON.stringify does', (_name, value) => {
  expect(writeJson(value)).toBe(JSON.stringify(value))
})

it('writes kept parts at every level it looks at as JSON.stringify does', () => {
  const [list, inner] = [keepJson([schema()]), keepJson(schema())]
  const value = { accepts: list, extensions: { bazaar: inner, other: { schema: inner, info: { a: inner } } } }
  expect(writeJson(value)).toBe(JSON.stringify(value))
})

it('does not read a kept part again', () => {
  const part = keepJson(schema())
  part.type = 'changed against the promise'
  expect(writeJson({ part })).toBe(JSON.stringify({ part: schema() }))
})
