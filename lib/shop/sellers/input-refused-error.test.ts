import { expect, it } from 'vitest'
import { z } from 'zod'
import { ruled, say } from '@/lib/base/sentences/say'
import { InputRefusedError, parseInput } from './input-refused-error'

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

it('says which fields are missing, in words that name them', () => {
  const both = z.object({ title: z.string(), price: z.object({ dollars: z.string() }) })
  const missing = { title: say('missing', { field: 'title' }), price: say('missing', { field: 'price' }) }
  expect(() => parseInput(both, {})).toThrow(new InputRefusedError(missing))
  expect(() => parseInput(both, { title: 'a', price: {} })).toThrow('price.dollars is missing.')
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
