import { expect, test } from 'vitest'
import { discoveryOpenApi } from './discovery-open-api'

const document = discoveryOpenApi('https://shop.example.org/facilitator/discovery')

test('is plain JSON under the address that serves it', () => {
  expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  expect(Object.keys(document.paths ?? {})).toEqual([
    '/resources',
    '/search',
    '/merchant',
    '/preflight',
    '/probe',
    '/validate',
    '/owner',
  ])
})

test('asks for the words of a search alone, and says what each parameter may be', () => {
  const parameters = document.paths?.['/search']?.get?.parameters ?? []
  const named = parameters.flatMap((one) => ('name' in one ? [one] : []))
  expect(named.filter(({ required }) => required).map(({ name }) => name)).toEqual(['query'])
  expect(named.find(({ name }) => name === 'maxUsdPrice')).toMatchObject({
    in: 'query',
    description: 'On one of the wanted networks.',
    schema: { type: 'number', minimum: 0, maximum: 1_000_000 },
  })
})
