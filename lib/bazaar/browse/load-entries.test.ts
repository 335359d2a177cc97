import { expect, it } from 'vitest'
import { buildBazaarExtension } from '@/lib/base/x402/bazaar'
import { parseRouteKey } from '@/lib/base/x402/route-pattern'
import { inputSchemasOf, outputSchemaOf } from './load-entries'

const city = { type: 'string', description: 'City name' }

it('the schemas of an entry are read from the extension that our own routes send', () => {
  const declaration = {
    discoverable: true,
    inputSchema: { queryParams: { city } },
    outputSchema: { type: 'object', properties: { low: { type: 'number' } } },
  }
  const bazaar = buildBazaarExtension(declaration, parseRouteKey('GET /weather'))
  const extensions = { bazaar }
  expect(inputSchemasOf(extensions)?.queryParams).toMatchObject({ properties: { city } })
  expect(outputSchemaOf(extensions)).toMatchObject({ properties: { low: { type: 'number' } } })
})

it.each([
  ['no extensions', null],
  ['another extension', { other: {} }],
  ['an extension that is none', { bazaar: 'yes' }],
  ['a schema that is none', { bazaar: { schema: [] } }],
  ['parts that are none', { bazaar: { schema: { properties: { input: 1, output: null } } } }],
])('the schemas of an entry are none with %s', (_what, extensions) => {
  expect(inputSchemasOf(extensions)).toBeNull()
  expect(outputSchemaOf(extensions)).toBeNull()
})
