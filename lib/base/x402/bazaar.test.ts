import {
  bazaarResourceServerExtension,
  declareDiscoveryExtension,
  extractDiscoveryInfo,
  validateDiscoveryExtension,
} from '@x402/extensions/bazaar'
import { expect, it } from 'vitest'
import { type BazaarExtension, buildBazaarExtension } from './bazaar'
import { BazaarDeclarationError } from './bazaar-declaration'
import { parseBazaarExtension } from './parse-bazaar-extension'
import { parseRouteKey } from './route-pattern'
import { samplePayload, sampleRequirements } from './testing/samples'

const routeOf = (key: string, pathParams?: Record<string, string>) => ({ ...parseRouteKey(key), pathParams })

const build = (declaration: object, key = 'GET /weather', pathParams?: Record<string, string>): BazaarExtension => {
  const extension = buildBazaarExtension({ discoverable: true, ...declaration }, routeOf(key, pathParams))
  if (!extension) throw new Error('Expected an extension')
  return extension
}

/** The extension that the SDK's own server sends for that declaration and request. */
const theirs = (
  config: Parameters<typeof declareDiscoveryExtension>[0],
  method: string,
  routePattern: string,
  path: string,
) =>
  bazaarResourceServerExtension.enrichDeclaration?.(declareDiscoveryExtension(config).bazaar, {
    method,
    routePattern,
    path,
    adapter: { getPath: () => path },
  } as never)

const properties = { city: { type: 'string', description: 'City name' }, days: { type: 'integer' } }
const output = { example: { temperature: 21 }, schema: { properties: { temperature: { type: 'number' } } } }
const declaredOutput = { output: { example: output.example }, outputSchema: output.schema }

it('writes the bytes of the SDK for a query route', () => {
  const inputSchema = { type: 'object', properties, required: ['city'] }
  const ours = build({ input: { city: 'Lisbon' }, inputSchema, ...declaredOutput })
  const sdk = theirs({ input: { city: 'Lisbon' }, inputSchema, output }, 'GET', '/weather', '/weather')
  expect(JSON.stringify(ours)).toBe(JSON.stringify(sdk))
})

it('writes the bytes of the SDK for a dynamic route', () => {
  const ours = build({ inputSchema: { properties: {} } }, 'GET /users/[userId]', { userId: '42' })
  const sdk = theirs({ inputSchema: { type: 'object', properties: {} } }, 'GET', '/users/[userId]', '/users/42')
  expect(JSON.stringify(ours)).toBe(
    JSON.stringify({ info: sdkPart(sdk, 'info'), schema: sdkPart(sdk, 'schema'), routeTemplate: '/users/:userId' }),
  )
  expect(ours.info.input.pathParams).toEqual({ userId: '42' })
})

it('writes the bytes of the SDK for a body route', () => {
  const inputSchema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }
  const ours = build({ input: { text: 'Hi' }, inputSchema, ...declaredOutput }, 'POST /api/summarize')
  const sdk = theirs(
    { bodyType: 'json', input: { text: 'Hi' }, inputSchema, output },
    'POST',
    '/api/summarize',
    '/api/summarize',
  )
  expect(JSON.stringify(ours)).toBe(JSON.stringify(sdk))
})

it('writes the bytes of the SDK for a tool', () => {
  const config = {
    toolName: 'get_weather',
    description: 'Weather',
    transport: 'sse',
    inputSchema: { type: 'object', properties },
    example: { city: 'Lisbon' },
  }
  const ours = buildBazaarExtension({ discoverable: true, type: 'mcp', ...config, ...declaredOutput })
  expect(JSON.stringify(ours)).toBe(JSON.stringify(declareDiscoveryExtension({ ...config, output }).bazaar))
})

it('splits a body route with query parameters', () => {
  const extension = build(
    {
      input: { text: 'Hi', language: 'pt' },
      inputSchema: { queryParams: { language: { type: 'string' } }, properties: { text: { type: 'string' } } },
    },
    'POST /translate',
  )
  expect(extension.info.input).toMatchObject({
    method: 'POST',
    bodyType: 'json',
    body: { text: 'Hi' },
    queryParams: { language: 'pt' },
  })
})

it('builds nothing for an unlisted route', () => {
  expect(buildBazaarExtension({ discoverable: false }, routeOf('GET /a'))).toBeNull()
  expect(buildBazaarExtension({}, routeOf('GET /a'))).toBeNull()
})

it.each([
  [{ discoverable: 'yes' }],
  [{ discoverable: true, input: [] }],
  [{ discoverable: true, inputSchema: 'none' }],
  [{ discoverable: true, bodyType: 'xml' }],
  [{ discoverable: true, type: 'mcp' }],
  [{ discoverable: true, toolName: '' }],
  [{ discoverable: true, toolName: 'a', transport: 'stdio' }],
  [null],
  ['bazaar'],
])('refuses the declaration %j', (declaration) => {
  expect(() => buildBazaarExtension(declaration, routeOf('GET /a'))).toThrow(BazaarDeclarationError)
})

const declarations: [string, object, string][] = [
  ['nothing declared', {}, 'GET /a'],
  ['a sample that lacks a required parameter', { inputSchema: { properties, required: ['city', 'days'] } }, 'GET /a'],
  ['a map without sample', { inputSchema: { queryParams: { city: { type: 'string', required: true } } } }, 'DELETE /a'],
  ['a body without sample', { inputSchema: { properties: { n: { enum: [3, 4] } }, required: ['n'] } }, 'PUT /a'],
  ['a body without schema', { input: { any: 1 } }, 'PATCH /a'],
  [
    'a nested required object',
    { inputSchema: { properties: { o: { type: 'object', properties, required: ['city'] } }, required: ['o'] } },
    'POST /a',
  ],
  ['a form', { bodyType: 'form-data', input: { file: 'x' } }, 'POST /a'],
  ['text', { bodyType: 'text' }, 'POST /a'],
  [
    'a form of fields, a path and headers',
    {
      inputSchema: {
        contentMediaType: 'application/x-www-form-urlencoded',
        pathParams: { id: { type: 'integer', description: 'A number' } },
        headers: { 'X-Version': { type: 'string', enum: ['1'], required: true } },
        queryParams: { ids: { type: 'array', explode: false } },
        properties: { amount: { type: 'integer' } },
        required: ['amount'],
      },
    },
    'POST /a/[id]',
  ],
  ['headers', { inputSchema: { headers: { 'X-Version': { type: 'string', required: true } } } }, 'GET /a'],
  ['a list as the body', { inputSchema: { type: 'array', items: { type: 'string' } } }, 'POST /a'],
  ['bytes as the body', { inputSchema: { type: 'string', contentMediaType: 'image/png' } }, 'PUT /a'],
  ['HEAD', {}, 'HEAD /a'],
  ['an output schema only', { outputSchema: { type: 'object', properties } }, 'GET /a'],
  ['an output of another type', { outputSchema: { type: 'array' } }, 'GET /a'],
  ['an example of the output', declaredOutput, 'GET /a'],
  ['path parameters', {}, 'GET /users/[id]/*'],
  ['a tool without anything', { toolName: 'x' }, 'GET /a'],
  [
    'a tool with a map',
    { toolName: 'x', inputSchema: { queryParams: { city: { type: 'string', required: true } } }, outputSchema: {} },
    'GET /a',
  ],
]

it.each(declarations)('fits its own schema, by the SDK and by ours: %s', (_name, declaration, key) => {
  const extension = build(declaration, key)
  expect(validateDiscoveryExtension(extension as never)).toEqual({ valid: true })
  expect(parseBazaarExtension(extension)).toMatchObject({ ok: true })
})

it('is listed by the stock facilitator under its template', () => {
  const bazaar = build({ inputSchema: { properties } }, 'GET /users/[id]', { id: '42' })
  const payload = { ...samplePayload, resource: { url: 'https://shop.example/users/42?x=1' }, extensions: { bazaar } }
  expect(extractDiscoveryInfo(payload, sampleRequirements)).toMatchObject({
    resourceUrl: 'https://shop.example/users/:id',
    method: 'GET',
    routeTemplate: '/users/:id',
  })
})

const sdkPart = (value: unknown, key: string) => (value as Record<string, unknown>)[key]
