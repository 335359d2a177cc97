import { describe, expect, it } from 'vitest'
import { runSteps } from '@/development/testing/run-steps'
import { inEnglish } from '@/lib/base/sentences/in-english'
import { parseDocument } from './parse-document'
import { readOperations } from './read-operations'

const readAll = (document: object | string, url: string | null = null) =>
  runSteps(
    readOperations(parseDocument(typeof document === 'string' ? document : JSON.stringify(document)), {
      maximum: 200,
      url,
    }),
  )
const api = (paths: object, more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'A', version: '1' },
  paths,
  ...more,
})
const inputOf = (operation: object, method = 'post') =>
  readAll(api({ '/a': { [method]: operation } })).operations[0]?.discovery.inputSchema
const lossesOf = (
  operation: object,
  { method = 'get', ...more }: { method?: string } & Record<string, unknown> = {},
) => {
  const [read] = readAll(api({ '/a': { [method]: operation } }, more)).operations
  return { isCallable: read?.isCallable, unread: read?.unread.map(inEnglish) }
}

const text = { type: 'string' }
const body = (type: string, schema: object, encoding?: object) => ({
  requestBody: { content: { [type]: { schema, ...(encoding && { encoding }) } } },
})

describe('what is not read is said, and what cannot be called without it is marked', () => {
  const parameter = (given: object) => ({ parameters: [{ name: 'p', ...given, schema: text }] })
  it.each([
    ['a cookie', parameter({ in: 'cookie' }), true, 'The cookie p is not passed on.'],
    ['a needed cookie', parameter({ in: 'cookie', required: true }), false, 'The cookie p is not passed on.'],
    [
      'a header of the connection',
      parameter({ name: 'Host', in: 'header', required: true }),
      false,
      'The header Host is not passed on. Where all callers send the same value, add it to your secret headers.',
    ],
    [
      'a header that changes the method',
      parameter({ name: 'X-HTTP-Method-Override', in: 'header' }),
      true,
      'The header X-HTTP-Method-Override is not passed on. Where all callers send the same value, add it to your secret headers.',
    ],
    [
      'a query that is one text',
      parameter({ in: 'querystring', required: true }),
      false,
      'A query that is one text is not read (p).',
    ],
    [
      'a path in another style',
      parameter({ in: 'path', style: 'matrix', required: true }),
      false,
      'The parameter “p” is written into the path in a way that addresses here do not have.',
    ],
    [
      'a part elsewhere',
      { parameters: [{ $ref: 'other.yaml#/p' }] },
      false,
      'A part of it is not in this document: other.yaml#/p',
    ],
    [
      'a needed body of GET',
      { requestBody: { required: true, ...body('application/json', text).requestBody } },
      false,
      'A body of GET is not described, and tools do not send it.',
    ],
    [
      'a body of GET',
      body('application/json', text),
      true,
      'A body of GET is not described, and tools do not send it.',
    ],
  ])('%s', (_what, operation, isCallable, sentence) => {
    expect(lossesOf(operation)).toEqual({ isCallable, unread: [sentence] })
  })

  it('a key in the query, unless there is another way in', () => {
    const securitySchemes = {
      query: { type: 'apiKey', in: 'query', name: 'api_key' },
      header: { type: 'apiKey', in: 'header', name: 'X-Key' },
    }
    const components = { securitySchemes }
    expect(lossesOf({ security: [{ query: [] }] }, { components })).toEqual({
      isCallable: false,
      unread: ['It asks for a key in its address or a cookie (api_key), which a gateway cannot add.'],
    })
    expect(lossesOf({}, { components, security: [{ query: [] }, { header: [] }] }).isCallable).toBe(true)
    expect(readAll(api({ '/a': { get: {} } }, { components })).unread.map(inEnglish)).toEqual([
      'The service asks for credentials. Add them to your secret headers: X-Key.',
    ])
  })

  it('a credential that is described as a parameter', () => {
    const taken = (name: string, place: string, required: boolean) =>
      lossesOf({ parameters: [{ name, in: place, required, schema: text }] })
    const why = (name: string) => `It asks for a key in its address or a cookie (${name}), which a gateway cannot add.`
    expect(taken('api_key', 'query', true)).toEqual({ isCallable: false, unread: [why('api_key')] })
    expect(taken('access_token', 'query', false)).toEqual({ isCallable: true, unread: [why('access_token')] })
    expect(taken('apiKey', 'path', true)).toEqual({ isCallable: false, unread: [why('apiKey')] })
    expect(taken('X-API-Key', 'header', true)).toEqual({
      isCallable: true,
      unread: ['The service asks for credentials. Add them to your secret headers: X-API-Key.'],
    })
    for (const name of ['token', 'key', 'keyword'])
      expect(taken(name, 'query', true)).toMatchObject({ isCallable: true, unread: [] })
  })

  it('parts of schemas, and what does not fit into a 402', () => {
    const answer = (schema: object) => ({ responses: { 200: { content: { 'application/json': { schema } } } } })
    expect(lossesOf(answer({ type: 'object', properties: { a: { $ref: '#/nowhere' } } }))).toEqual({
      isCallable: true,
      unread: ['Parts of its schemas that were left out: 1.'],
    })
    const names = Array.from({ length: 150 }, (_, at) => `a_rather_long_name_of_a_field_${at}`)
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
    const large = (required: string[]) => body('application/json', { type: 'object', properties, required })
    expect(lossesOf(large(['a_rather_long_name_of_a_field_7']), { method: 'post' })).toEqual({
      isCallable: true,
      unread: ['What it takes and answers was shortened, to fit into a 402.'],
    })
    expect(inputOf(large(['a_rather_long_name_of_a_field_7']))).toEqual({
      properties: { a_rather_long_name_of_a_field_7: text },
      required: ['a_rather_long_name_of_a_field_7'],
    })
    expect(lossesOf(large(names), { method: 'post' })).toEqual({
      isCallable: false,
      unread: ['What it takes is too large to be described in a 402.'],
    })
  })

  it('of the document as a whole', () => {
    const callbacks = { done: {} }
    const paths = {
      '/a': { get: { callbacks }, options: {}, query: {} },
      '/b': { $ref: 'other.yaml' },
      'x-note': 'no path',
    }
    const read = readAll({ ...api(paths, { webhooks: { w: {} }, servers: [{ url: '/v3' }] }), openapi: '3.2.0' })
    expect(read.unread.map(inEnglish)).toEqual([
      'Paths that are not in this document: 1.',
      'Operations by other methods than GET, POST, PUT, PATCH and DELETE, which are not sold: 2.',
      'Webhooks and callbacks, which your service calls and nobody buys: 2.',
      'It does not name the host of the service. Its paths are below /v3 there.',
    ])
    const many = Object.fromEntries(Array.from({ length: 203 }, (_, at) => [`/p${at}`, { get: {} }]))
    expect(readAll(api(many)).unread.map(inEnglish)).toEqual(['Only the first 200 operations were read. Left out: 3.'])
  })
})

describe('servers', () => {
  const at = (url: string, more: object = {}) => ({ servers: [{ url, ...more }] })
  const pathsOf = (document: object, url: string | null = null) => {
    const { serverUrl, operations } = readAll(document, url)
    return [serverUrl, ...operations.map(({ path, isCallable }) => (isCallable ? path : `not ${path}`))]
  }

  it('at another address are not taken for the service', () => {
    const paths = { '/a': { get: at('https://b.example') }, '/b': { get: {} } }
    expect(pathsOf(api(paths, at('https://a.example/v1')))).toEqual(['https://a.example/v1', 'not /a', '/b'])
    expect(pathsOf(api(paths))).toEqual([null, 'not /a', '/b'])
    const each = { '/a': { get: at('https://b.example/v1/') }, '/b': { ...at('https://b.example/v2'), get: {} } }
    expect(pathsOf(api(each))).toEqual(['https://b.example/v1', '/a', 'not /b'])
  })
})
