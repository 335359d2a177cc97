import { declareDiscoveryExtension } from '@x402/extensions/bazaar'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inEnglish } from '@/lib/base/sentences/in-english'
import { findBazaarDeclarationProblem, MAX_BAZAAR_CHARACTERS, parseBazaarExtension } from './parse-bazaar-extension'
import { parseRouteKey } from './route-pattern'

const input = { type: 'http', method: 'GET', queryParams: { city: 'Lisbon' } }
const http = {
  info: { input, output: { type: 'json', example: { t: 21 } } },
  schema: {
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { const: 'http' },
          method: { enum: ['GET'] },
          queryParams: {
            type: 'object',
            properties: { city: { type: 'string', pattern: '^(a+)+$' } },
            required: ['city'],
          },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
    },
    required: ['input'],
  },
  routeTemplate: '/weather/:city',
}
const tool = { info: { input: { type: 'mcp', toolName: 'get_weather', inputSchema: { type: 'object' } } }, schema: {} }

const withInput = (change: object, base: { info: { input: object } } = http) => ({
  ...base,
  info: { ...base.info, input: { ...base.info.input, ...change } },
})

describe('parseBazaarExtension', () => {
  it('reads a route', () => {
    expect(parseBazaarExtension(http)).toEqual({
      ok: true,
      discovery: { type: 'http', method: 'GET', routeTemplate: '/weather/:city', input, output: http.info.output },
    })
  })

  it('reads a tool, also by the name that older servers use', () => {
    const { toolName, ...rest } = tool.info.input
    const discovery = { type: 'mcp', toolName, input: tool.info.input, output: null }
    expect(parseBazaarExtension(tool)).toEqual({ ok: true, discovery })
    expect(parseBazaarExtension({ info: { input: { tool: toolName, ...rest } }, schema: {} })).toEqual({
      ok: true,
      discovery,
    })
  })

  it('reads a tool whose schema, too, has the older name', () => {
    const declared = declareDiscoveryExtension({ toolName: 'get_weather', inputSchema: { type: 'object' } }).bazaar
    const older = JSON.parse(JSON.stringify(declared).replaceAll('"toolName"', '"tool"')) as unknown
    expect(parseBazaarExtension(older)).toMatchObject({ ok: true, discovery: { toolName: 'get_weather' } })
  })

  it('reads an extension without method or template', () => {
    const bare = { info: { input: { type: 'http' } }, schema: {} }
    expect(parseBazaarExtension(bare)).toMatchObject({ ok: true, discovery: { method: null, routeTemplate: null } })
  })

  it('runs no untrusted regular expression: the value below would take it ages', () => {
    expect(parseBazaarExtension(withInput({ queryParams: { city: `${'a'.repeat(4000)}!` } })).ok).toBe(true)
  })

  it.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /must be an object/],
    ['no info', { schema: {} }, /info\.input/],
    ['no input', { info: {}, schema: {} }, /info\.input/],
    ['no schema', { info: http.info }, /schema/],
    ['another type', withInput({ type: 'grpc' }), /http.*mcp/],
    ['another method', withInput({ method: 'TRACE' }), /method/],
    ['a body type with GET', withInput({ bodyType: 'json' }), /bodyType/],
    [
      'another body type',
      { info: { input: { type: 'http', method: 'POST', bodyType: 'xml' } }, schema: {} },
      /bodyType/,
    ],
    ['a body method without body type', { info: { input: { type: 'http', method: 'POST' } }, schema: {} }, /bodyType/],
    [
      'headers that are a list',
      { info: { input: { type: 'http', method: 'GET', headers: [] } }, schema: {} },
      /headers/,
    ],
    ['a value of another type than its schema says', withInput({ queryParams: { city: 7 } }), /city must be string/],
    ['a missing required value', withInput({ queryParams: {} }), /must have "city"/],
    ['a value that its schema does not know', withInput({ surprise: 1 }), /surprise is not allowed/],
    ['a method that its schema does not allow', withInput({ method: 'HEAD' }), /must be one of/],
    [
      'a reference to another document',
      { ...http, schema: { $ref: 'https://evil.example/schema' } },
      /other documents/,
    ],
    [
      'a reference to a part that is not there',
      { ...http, schema: { properties: { a: { $ref: '#/$defs/a' } } } },
      /a part that is not in it/,
    ],
    [
      'an identifier elsewhere',
      { ...http, schema: { properties: { a: { $id: 'file:///etc/passwd' } } } },
      /other documents/,
    ],
    ['a template without slash', { ...http, routeTemplate: 'weather' }, /routeTemplate/],
    ['a template that climbs encoded', { ...http, routeTemplate: '/a/%252e%252e/b' }, /routeTemplate/],
    ['a template with a URL', { ...http, routeTemplate: '/https://evil.example' }, /routeTemplate/],
    ['a tool without name', withInput({ toolName: '' }, tool), /toolName/],
    ['a tool name with a line feed', withInput({ toolName: 'a\nb' }, tool), /tool name/],
    ['a tool without input schema', withInput({ inputSchema: undefined }, tool), /inputSchema/],
    ['another transport', withInput({ transport: 'stdio' }, tool), /transport/],
    ['an example that is text', withInput({ example: 'x' }, tool), /example/],
    ['a NUL', withInput({ queryParams: { city: '\0' } }), /cannot be stored/],
    ['too much', withInput({ queryParams: { city: 'x'.repeat(MAX_BAZAAR_CHARACTERS) } }), /at most/],
    ['too deep', withInput({ queryParams: JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`) as object }), /deeply/],
  ])('rejects %s and says why', (_name, extension, reason) => {
    expect(parseBazaarExtension(extension)).toEqual({ ok: false, reason: expect.stringMatching(reason) as string })
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void parseBazaarExtension(value)))
    fc.assert(fc.property(fc.jsonValue(), (schema) => void parseBazaarExtension({ ...http, schema })))
    fc.assert(fc.property(fc.jsonValue(), (value) => void parseBazaarExtension(withInput({ queryParams: value }))))
  })
})

const problemOf = (declaration: object, key = 'GET /weather') => {
  const problem = findBazaarDeclarationProblem({ discoverable: true, ...declaration }, parseRouteKey(key))
  return problem && inEnglish(problem)
}

const inputSchema = { properties: { city: { type: 'string' } }, required: ['city'] }

describe('findBazaarDeclarationProblem', () => {
  it('finds none in a declaration that a catalog takes, or that is not to be listed', () => {
    expect(problemOf({ input: { city: 'Lisbon' }, inputSchema })).toBeNull()
    expect(problemOf({ discoverable: false, input: { city: 7 }, inputSchema })).toBeNull()
  })

  it.each<[string, object, RegExp]>([
    ['a sample that breaks its schema', { input: { city: 7 }, inputSchema }, /city must be string/],
    [
      'an output that breaks its schema',
      { output: { example: { t: 'warm' } }, outputSchema: { properties: { t: { type: 'number' } } } },
      /t must be number/,
    ],
    ['a schema elsewhere', { inputSchema: { $ref: 'https://a.example/schema' } }, /other documents/],
    ['a declaration beyond the limit', { input: { city: 'x'.repeat(20_000) } }, /at most/],
    ['another shape', { input: 'Lisbon' }, /^bazaar\.input/],
  ])('names %s', (_name, declaration, problem) => expect(problemOf(declaration)).toMatch(problem))
})
