import { describe, expect, it } from 'vitest'
import { buildBazaarExtension } from '@/lib/base/x402/bazaar'
import { parseRouteKey } from '@/lib/base/x402/route-key'
import { inputSchemasOf, outputSchemaOf } from './input-schemas'

const city = { type: 'string', description: 'City name' }

describe('the schemas of an entry', () => {
  it('are read from the extension that our own routes send', () => {
    const declaration = {
      discoverable: true,
      inputSchema: { queryParams: { city } },
      outputSchema: { type: 'object', properties: { low: { type: 'number' } } },
    }
    const bazaar = buildBazaarExtension(declaration, parseRouteKey('GET /weather'))
    const entry = { extensions: { bazaar } }
    expect(inputSchemasOf(entry)?.queryParams).toMatchObject({ properties: { city } })
    expect(outputSchemaOf(entry)).toMatchObject({ properties: { low: { type: 'number' } } })
  })

  it.each([
    ['no extensions', { extensions: null }],
    ['another extension', { extensions: { other: {} } }],
    ['an extension that is none', { extensions: { bazaar: 'yes' } }],
    ['a schema that is none', { extensions: { bazaar: { schema: [] } } }],
    ['parts that are none', { extensions: { bazaar: { schema: { properties: { input: 1, output: null } } } } }],
  ])('are none with %s', (_what, entry) => {
    expect(inputSchemasOf(entry)).toBeNull()
    expect(outputSchemaOf(entry)).toBeNull()
  })
})
