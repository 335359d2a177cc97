import { expect, it } from 'vitest'
import { buildBazaarExtension } from './bazaar'
import { recordOf } from './header-codec'
import { type DescribedRoute, describePaidRoutes } from './paid-open-api'
import { parseRouteKey } from './route-pattern'

const route = (routeKey: string, more: Partial<DescribedRoute> = {}): DescribedRoute => ({
  ...{ routeKey, title: 'A route', description: '', mimeType: 'application/json', dollars: '$0.05', isMetered: false },
  ...{ query: [], inputSchema: undefined, outputSchema: undefined },
  ...more,
})
const describe = (...routes: DescribedRoute[]) =>
  describePaidRoutes({ title: 'A site', origin: 'https://site.example' }, routes).paths as Record<
    string,
    Record<string, Record<string, unknown>>
  >

it('says the price as directories read it, fixed or up to a maximum', () => {
  const paths = describe(route('GET /a'), route('POST /a', { isMetered: true, dollars: '$1.50' }))
  expect(paths['/a']?.get?.['x-payment-info']).toEqual({
    price: { mode: 'fixed', currency: 'USD', amount: '0.05' },
    protocols: [{ x402: {} }],
  })
  expect(paths['/a']?.post?.['x-payment-info']).toEqual({
    price: { mode: 'dynamic', currency: 'USD', min: '0', max: '1.50' },
    protocols: [{ x402: {} }],
  })
})

it('says the range of a route with several prices', () => {
  const paths = describe(route('GET /a', { dollars: '$0.05', leastDollars: '$0.01' }))
  expect(paths['/a']?.get?.['x-payment-info']).toMatchObject({
    price: { mode: 'dynamic', currency: 'USD', min: '0.01', max: '0.05' },
  })
})

it('fills references in, and leaves out what would break the document', () => {
  const $defs = { Name: { type: 'string' } }
  const inputSchema = { properties: { name: { $ref: '#/$defs/Name' } }, $defs }
  const broken = { properties: { name: { $ref: '#/$defs/Nobody' } } }
  const paths = describe(
    route('POST /a', { inputSchema }),
    route('POST /b', { inputSchema: broken }),
    route('GET /c', { outputSchema: { type: 'any', items: [{ type: 'nothing' }] } }),
  )
  expect(Object.keys(paths)).toEqual(['/a'])
  expect(JSON.stringify(paths)).not.toContain('$')
})

it('leaves out what no template can say', () => {
  expect(describe(route('GET /files/[...rest]'))).toEqual({})
})

it('names headers, how values are written, and what a body is written in', () => {
  const inputSchema = {
    contentMediaType: 'application/x-www-form-urlencoded',
    pathParams: { id: { type: 'integer', description: 'A number' } },
    headers: { 'X-Version': { type: 'string', required: true } },
    queryParams: { ids: { type: 'array', explode: false } },
    properties: { meta: { type: 'object', style: 'deepObject' } },
  }
  expect(describe(route('POST /a/[id]', { inputSchema }))['/a/{id}']?.post).toMatchObject({
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'integer', description: 'A number' } },
      { name: 'ids', in: 'query', required: false, explode: false, schema: { type: 'array' } },
      { name: 'X-Version', in: 'header', required: true, schema: { type: 'string' } },
    ],
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': {
          schema: { properties: { meta: { type: 'object' } } },
          encoding: { meta: { style: 'deepObject' } },
        },
      },
    },
  })
})

it.each([
  ['text/html', { type: 'string' }, {}],
  ['text/markdown; charset=utf-8', { type: 'string' }, {}],
  ['application/atom+xml', { type: 'string' }, {}],
  ['text/event-stream', { type: 'string' }, {}],
  ['application/pdf', { type: 'string', format: 'binary' }, {}],
  ['text/csv', { type: 'string', maxLength: 9 }, { outputSchema: { type: 'string', maxLength: 9 } }],
  ['text/plain', { type: 'string' }, { output: { example: 'a,b' } }],
  ['application/geo+json', { type: 'array' }, { outputSchema: { type: 'array' }, output: { example: [] } }],
  [undefined, { type: 'object', properties: {} }, { outputSchema: { properties: {} } }],
])('describes an answer of %s as its 402 does', (mimeType, schema, declared) => {
  const operation = describe(route('GET /a', { mimeType, outputSchema: undefined, ...declared }))['/a']?.get
  const { content } = recordOf(recordOf(recordOf(operation?.responses)['200']))
  const example = 'output' in declared ? declared.output : {}
  expect(content).toEqual({ [mimeType ?? 'application/json']: { schema, ...example } })
  const place = { ...parseRouteKey('GET /a'), mimeType }
  const extension = buildBazaarExtension({ discoverable: true, ...declared }, place)
  const output = recordOf(extension?.schema.properties).output
  expect(recordOf(recordOf(output).properties).example).toEqual(schema)
  expect(extension?.info.output).toMatchObject({
    ...(mimeType?.endsWith('json') === false && { format: mimeType }),
    ...example,
  })
})

it('describes a text that comes as Markdown too by both types', () => {
  const { responses } = describe(route('GET /a', { mimeType: 'text/html', isAlsoMarkdown: true }))['/a']?.get ?? {}
  const { content } = recordOf(recordOf(responses)['200'])
  expect(Object.keys(recordOf(content))).toEqual(['text/html', 'text/markdown'])
})
