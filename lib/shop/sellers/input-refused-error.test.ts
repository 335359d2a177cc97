import { expect, it } from 'vitest'
import { z } from 'zod'
import { ruled, say } from '@/lib/base/sentences/say'
import { gatewayInput } from './gateways/gateway-input'
import { InputRefusedError, parseInput } from './input-refused-error'
import { keyInput } from './keys/keys'
import { routeInput } from './routes/route-input'
import { fileInput } from './routes/save-content'
import { profileInput } from './storefront/profile'

const schema = z.object({
  title: z.string().max(3, ruled('charactersTooMany')),
  more: z.record(z.unknown()).optional(),
})

it('names each field that does not fit', () => {
  expect(() => parseInput(schema, { title: 'long' })).toThrow(
    new InputRefusedError({ title: say('charactersTooMany', { maximum: 3 }) }),
  )
  expect(parseInput(schema, { title: 'fit' })).toEqual({ title: 'fit' })
})

it.each(['a\0b', 'a\ud800', '\udc00'])('refuses %j anywhere, since no database takes it', (text) => {
  for (const input of [
    { title: text },
    { title: 'a', more: { deep: [{ [text]: 1 }] } },
    { title: 'a', more: [text] },
  ]) {
    expect(() => parseInput(schema, input)).toThrow('Leave out NUL, broken characters')
  }
})

it('refuses input that is nested too deeply', () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
  expect(() => parseInput(schema, { title: 'a', more: { deep } })).toThrow(InputRefusedError)
})

const hidden = String.fromCodePoint(...[...'for agents'].map((letter) => 0xe0000 + letter.charCodeAt(0)))
const networks = ['eip155:8453']
const route = { kind: 'article', method: 'GET', path: '/a', price: { dollars: '$1', networks }, title: 'a', body: 'b' }
const gateway = { title: 'a', prefix: '/a', upstream: { url: 'https://a.example' }, networks }
const listed = (words: string) => ({ isListed: true, serviceName: words, tags: [words] })
const operation = { method: 'GET', path: '/a', access: 'free' }

it.each<[string, number, z.ZodTypeAny, (words: string) => object]>([
  ['title', 120, routeInput, (words) => ({ ...route, title: words, teaser: words, discovery: listed(words) })],
  ['name of a shop', 80, profileInput, (words) => ({ name: words, about: words })],
  ['link', 60, profileInput, (words) => ({ name: 'a', links: [{ title: words, url: 'https://a.example' }] })],
  ['key', 80, keyInput, (words) => ({ name: words, scopes: ['routes:read'] })],
  ['file', 25, fileInput, (words) => ({ name: words, mediaType: 'text/plain' })],
  ['operation', 120, gatewayInput, (words) => ({ ...gateway, operations: [{ ...operation, title: words }] })],
])('takes as %s what readers see, and as many characters as they count: %i', (_door, most, schema, write) => {
  const read = JSON.stringify(parseInput(schema, write(`See\u0007n\u202e${hidden}`)))
  expect(read).toContain('"See n"')
  expect(read).not.toMatch(/\\u0|\u202e|[\u{e0000}-\u{e007f}]/u)
  expect(parseInput(schema, write('👩‍👩‍👧'.repeat(most)))).toBeDefined()
  for (const refused of [hidden, '👩‍👩‍👧'.repeat(most + 1), `a${'\u0316'.repeat(4_000)}`])
    expect(() => parseInput(schema, write(refused))).toThrow(InputRefusedError)
})
