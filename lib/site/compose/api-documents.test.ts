import { describe, expect, it } from 'vitest'
import { type DescribedRoute, describePaidRoutes } from '@/lib/base/x402/paid-open-api'
import { discoveryOpenApi } from '@/lib/bazaar/http/discovery-open-api'
import { openApiDocument as facilitatorDocument } from '@/lib/facilitator/http/open-api-document'
import { openApiDocument as sellerDocument } from '@/lib/shop/api/create-seller-api'

const origin = 'https://site.example'
const route = (routeKey: string, more: Partial<DescribedRoute> = {}): DescribedRoute => ({
  ...{ routeKey, title: 'A route', description: '', mimeType: 'application/json', dollars: '$0.05', isMetered: false },
  ...{ query: [], inputSchema: undefined, outputSchema: undefined },
  ...more,
})
/** Routes of one shop that is out to break what all share. */
const hostile = [
  route('GET /x/evil/a', { title: '"><script>', outputSchema: { type: 'any', items: [{ type: 'nothing' }] } }),
  route('POST /x/evil/b', { inputSchema: { properties: { n: { $ref: '#/$defs/Nobody' } } } }),
  route('GET /x/evil/users/[id]'),
  route('GET /x/evil/users-id'),
  route('GET /x/evil/stream', { mimeType: 'text/event-stream' }),
  route('GET /x/evil/picture', { mimeType: 'image/png' }),
]

type Operation = {
  operationId?: string
  tags?: string[]
  security?: Record<string, unknown>[]
  responses: Record<string, { content?: Record<string, { schema?: unknown }> }>
}
type Document = {
  info: { contact?: { url?: string; email?: string } }
  tags?: { name: string }[]
  security?: Record<string, unknown>[]
  paths: Record<string, Record<string, Operation>>
  components?: { securitySchemes?: Record<string, unknown> }
}

const site = { title: 'A site', origin, contact: 'mailto:ada@site.example' }
const documents = Object.entries({
  'what is sold': describePaidRoutes(site, [route('GET /articles/one', { mimeType: 'text/html' }), ...hostile]),
  'the facilitator': facilitatorDocument(`${origin}/facilitator`),
  'the bazaar': discoveryOpenApi(`${origin}/facilitator/discovery`),
  'the sellers’ API': sellerDocument(origin),
}).map(([name, document]) => [name, document as unknown as Document] as const) // Read as any program reads it.

describe.each(documents)('the document of %s', (_name, document) => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

  it('names and groups each operation, and says whom to ask', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(ids).not.toContain(undefined)
    expect(new Set(ids).size).toBe(ids.length)
    const known = document.tags?.map(({ name }) => name)
    for (const { tags } of operations) expect(known).toEqual(expect.arrayContaining(tags ?? ['none']))
    expect(document.info.contact?.email ?? document.info.contact?.url).toBeDefined()
  })

  it('declares every scheme of security that it asks for, and asks for each that it declares', () => {
    const asked = [document.security, ...operations.map(({ security }) => security)].flatMap((each) =>
      (each ?? []).flatMap((schemes) => Object.keys(schemes)),
    )
    expect(document.security).toBeDefined()
    expect([...new Set(asked)].toSorted()).toEqual(Object.keys(document.components?.securitySchemes ?? {}).toSorted())
  })

  it('points at nothing that is not in it', () => {
    for (const [, place = ''] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = place.split('/').reduce<unknown>((at, name) => Object(at)[name], document)
      expect(found, place).toBeDefined()
    }
  })

  it('gives the form of each answer with a body', () => {
    for (const { responses } of operations) {
      for (const { content = {} } of Object.values(responses)) {
        for (const [type, { schema }] of Object.entries(content))
          expect([type, schema]).toEqual([type, expect.anything()])
      }
    }
  })
})

it('takes what is sold for paid, and for nothing that needs a key of its seller', () => {
  const document = documents[0]?.[1]
  expect(Object.values(document?.components?.securitySchemes ?? {})).not.toContainEqual(
    expect.objectContaining({ type: 'apiKey' }),
  )
  expect(document?.security).toContainEqual({})
  expect(document?.info.contact).toEqual({ name: 'A site', email: 'ada@site.example' })
})
