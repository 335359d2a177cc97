import { describe, expect, it } from 'vitest'
import { runSteps } from '@/development/testing/run-steps'
import { userCpuMs } from '@/development/testing/user-cpu-ms'
import { parseDocument } from './parse-document'
import { readOperations } from './read-operations'

const read = (document: object | string) =>
  runSteps(
    readOperations(parseDocument(typeof document === 'string' ? document : JSON.stringify(document)), {
      maximum: 200,
      url: null,
    }),
  ).operations
const api = (paths: object, more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'A', version: '1' },
  paths,
  ...more,
})
const namesOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, true]))
const lists = (schema: object) => ({
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: 190 }, (_, at) => [`p${at}`, schema])),
})
const manyNames = Array.from({ length: 3_000 }, (_, at) => `k${at}: 1`).join()
const json = (schema: object) => ({ content: { 'application/json': { schema } } })

describe('an operation', () => {
  it('comes from Swagger 2 as well, at the address of its service', () => {
    const text = `{"swagger":"2.0","host":"pets.example","basePath":"/v1","schemes":["https"],"consumes":["application/json"],
      "paths":{"/pets/{id}":{"put":{"summary":"Changes a pet","responses":{"200":{"schema":{"$ref":"#/definitions/Pet"}}},
      "parameters":[{"name":"lang","in":"query","type":"string"},{"name":"pet","in":"body","schema":{"$ref":"#/definitions/Pet"}}]}}},
      "definitions":{"Pet":{"type":"object","properties":{"name":{"type":"string"}}}}}`
    const { operations, serverUrl } = runSteps(readOperations(parseDocument(text), { maximum: 9, url: null }))
    const body = { properties: { name: { type: 'string' } } }
    const inputSchema = { ...body, queryParams: { lang: { type: 'string' } } }
    expect(serverUrl).toBe('https://pets.example/v1')
    expect(operations).toMatchObject([
      {
        method: 'PUT',
        path: '/pets/{id}',
        title: 'Changes a pet',
        discovery: { inputSchema, outputSchema: body },
        unread: [],
      },
    ])
  })

  it('comes with its words, its query, its body and its answer', () => {
    const user = {
      type: 'object',
      properties: { name: { type: 'string' }, age: { type: 'integer' } },
      required: ['name'],
    }
    const [operation] = read(
      api(
        {
          '/users/{id}': {
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
            put: {
              summary: 'Changes a user',
              description: 'All\n of it.',
              parameters: [
                { name: 'notify', in: 'query', required: true, description: 'By mail', schema: { type: 'boolean' } },
              ],
              requestBody: json({ $ref: '#/components/schemas/User' }),
              responses: { 200: json({ $ref: '#/components/schemas/User' }) },
            },
          },
        },
        { components: { schemas: { User: user } } },
      ),
    )
    expect(operation).toEqual({
      method: 'PUT',
      path: '/users/{id}',
      title: 'Changes a user',
      description: 'All of it.',
      query: [],
      mimeType: 'application/json',
      isStreaming: false,
      discovery: {
        inputSchema: {
          queryParams: { notify: { type: 'boolean', description: 'By mail', required: true } },
          properties: user.properties,
          required: ['name'],
        },
        outputSchema: user,
      },
      problem: null,
      unread: [],
      isCallable: true,
    })
  })

  it.each(['/a/{b}.pdf', '/a?b=c', '/a b', '/../a', '/a/{b}{c}'])('at %s cannot be sold, and says so', (path) => {
    expect(read(api({ [path]: { get: {} } }))[0]?.problem?.key).toMatch(/path/i)
  })

  it('keeps what the bazaar takes, whatever its bounds', () => {
    const bounded = { type: 'integer', minimum: 5, maximum: 9, enum: ['x'] }
    const parameters = [{ name: 'n', in: 'query', required: true, schema: bounded }]
    expect(read(api({ '/a': { get: { parameters } } }))[0]?.discovery.inputSchema).toEqual({
      queryParams: { n: { type: 'integer', required: true } },
    })
  })
})

describe('a hostile document', () => {
  it('that refers to itself ends', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } }
    const more = { components: { schemas: { Node: node, Loop: { $ref: '#/components/schemas/Loop' } } } }
    const paths = {
      '/a': { get: { responses: { 200: json({ $ref: '#/components/schemas/Node' }) } } },
      '/b': { get: { responses: { 200: json({ $ref: '#/components/schemas/Loop' }) } } },
      '/c': { $ref: '#/paths/~1c' },
    }
    const [a, b] = read(api(paths, more))
    expect(a?.discovery.outputSchema).toEqual({ type: 'object', properties: { next: {} } })
    expect(b?.discovery.outputSchema).toBeUndefined()
  })

  it('that doubles at each reference is read within bounds', () => {
    const schemas: Record<string, object> = { S0: { type: 'string' } }
    for (let at = 1; at < 40; at += 1) {
      const ref = { $ref: `#/components/schemas/S${at - 1}` }
      schemas[`S${at}`] = {
        type: 'object',
        properties: Object.fromEntries('abcdefgh'.split('').map((name) => [name, ref])),
      }
    }
    const paths = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [
        `/p${at}`,
        { get: { responses: { 200: json({ $ref: '#/components/schemas/S39' }) } } },
      ]),
    )
    // Unbounded, it would be read for ever.
    expect(read(api(paths, { components: { schemas } }))).toHaveLength(20)
  })

  it.each([
    ['shares a tree of references', { S0: tree(1) }],
    ['repeats a long value', { S0: lists({ $ref: '#/components/schemas/L' }), L: { default: Array(400_000).fill(1) } }],
    ['repeats many names', { S0: lists({ $ref: '#/components/schemas/L' }), L: { properties: namesOf(30_000) } }],
  ])('that %s lets others work between its operations, and costs no more than some usual ones', (_name, schemas) => {
    const whole = {
      ...schemas,
      ...Object.fromEntries(Array.from({ length: 24 }, (_, at) => [`S${at + 1}`, tree(at + 2)])),
    }
    const usual = sumOf(timed(sharing(usualSchemas)))
    const { operations, steps } = timed(sharing(whole))
    expect(operations).toHaveLength(50)
    expect(steps.length).toBeGreaterThan(50)
    // Unbounded, it would be some ten thousand times as much.
    expect(sumOf({ steps }) / usual).toBeLessThan(300)
  })

  it('has nothing fetched for it', () => {
    const schema = { $ref: 'http://127.0.0.1:1/schema.json' }
    const file = { $ref: 'file:///etc/passwd' }
    const paths = { '/a': { get: { responses: { 200: json(schema) }, requestBody: file } } }
    expect(read(api(paths))[0]?.discovery).toEqual({})
  })

  it.each([
    [
      'swells by aliases',
      `openapi: 3.0.0\na: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghij'
        .split('')
        .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[at]}`).join(',')}]`)
        .join('\n')}\npaths: {}`,
    ],
    ['nests without end', `{"openapi":"3.0.0","paths":${'['.repeat(200_000)}`],
    ['nests without end in YAML', `openapi: 3.0.0\npaths: ${'['.repeat(50_000)}`],
    ['nests without end, line by line', `openapi: 3.0.0\npaths: ${'[\n'.repeat(400_000)}`],
    ['has many keys', Array.from({ length: 90_000 }, (_, at) => `k${at}: 1`).join('\n')],
    ['is all comments', `openapi: 3.0.0\npaths: {}\n${'#x\n'.repeat(300_000)}`],
    ['is all small lists', `openapi: 3.0.0\npaths: {}\nx: [${'[[[[1]]]],'.repeat(90_000)}]`],
    ['is many documents', `openapi: 3.0.0\npaths: {}\n${'---\n'.repeat(200_000)}`],
    ['merges without end', `openapi: 3.0.0\npaths: {}\nx: &a {${manyNames}}\ny:\n${'- <<: *a\n'.repeat(99)}`],
    ['is dashes within dashes', `openapi: 3.0.0\npaths: {}\nx:\n${`${'- '.repeat(60)}\n`.repeat(8_000)}`],
    ['is all dashes', '- '.repeat(499_000)],
    ['says one path twice', 'openapi: 3.0.0\npaths:\n  /a: {get: {}}\n  /a: {post: {}}\n'],
    ['says one path twice in JSON', '{"openapi":"3.0.0","paths":{"/a":{"get":{}},"/a":{"post":{"summary":"\\":"}}}}'],
    ['is no document', 'hello'],
    [
      'is a broken Swagger 2',
      '{"swagger":"2.0","paths":{"/a":{"get":{"parameters":[null,{"in":"body"}]}}},"host":{},"definitions":7}',
    ],
    ['is Swagger 2 and nests', `{"swagger":"2.0","paths":{"/a":${'{"get":'.repeat(60)}1${'}'.repeat(60)}}}`],
    [
      'is Swagger 2 of many types',
      '{"swagger":"2.0","paths":{"/a":{"get":{"produces":["a/b","a/b","a/b","a/b","a/b","a/b","a/b","a/b","a/b","a/b","a/b"]}}}}',
    ],
    ['is Swagger 1', '{"swagger":"1.2","paths":{}}'],
    ['is another version', '{"openapi":"4.0.0","paths":{}}'],
    ['has no paths', '{"openapi":"3.0.0"}'],
    ['holds a NUL', '{"openapi":"3.0.0","paths":{"/a\\u0000":{}}}'],
    ['is too large', `{"openapi":"3.0.0","paths":{},"x":"${'x'.repeat(1_000_001)}"}`],
  ])('that %s is refused in a sentence', (_name, text) => {
    const parse = () => parseDocument(text)
    const usual = Math.max(...Array.from({ length: 20 }, () => userCpuMs(() => void parseDocument(usualText))))
    expect(userCpuMs(() => expect(parse).toThrow(/document|Swagger/))).toBeLessThanOrEqual(40 * usual)
  })

  it('cannot name a prototype', () => {
    const text =
      '{"openapi":"3.0.0","paths":{"/a":{"get":{"parameters":[{"in":"query","name":"__proto__"}],"responses":{"200":{"content":{"application/json":{"schema":{"type":"object","properties":{"__proto__":{"type":"string"}}}}}}}}},"/b":{"$ref":"#/__proto__"},"/c":{"$ref":"#/constructor"}}}'
    const operations = read(text)
    expect(operations).toHaveLength(1)
    expect(operations[0]?.discovery.inputSchema).toBeUndefined()
    expect(operations[0]?.unread.map(({ key }) => key)).toEqual(['unread.name', 'unread.schemas'])
  })
})

function tree(below: number) {
  const next = { $ref: `#/components/schemas/S${below}` }
  return { type: 'object', properties: { a: next, b: next } }
}

const pathsOf = (item: object, length = 200) => Object.fromEntries(Array.from({ length }, (_, at) => [`/p${at}`, item]))
const shared = json({ $ref: '#/components/schemas/S0' })
const reading = (paths: object, more: object) =>
  readOperations(parseDocument(JSON.stringify(api(paths, more))), { maximum: 200, url: null })
/** Fifty operations, each with the first of these schemas twice. */
const sharing = (schemas: object) =>
  reading(pathsOf({ post: { requestBody: shared, responses: { 200: shared } } }, 50), { components: { schemas } })

const text = { type: 'string', description: 'A field of an answer' }
const usualSchemas = {
  S0: { type: 'object', properties: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`field${at}`, text])) },
}
/** A megabyte, as an honest service may have. */
const usualText = JSON.stringify(
  api({}, { 'x-texts': Array.from({ length: 9_000 }, () => 'Some hundred characters of words. '.repeat(3)) }),
)

/** The read operations, and the processor time of each of its steps. */
function timed(work: ReturnType<typeof readOperations>) {
  const steps: number[] = []
  for (;;) {
    let step: ReturnType<typeof work.next> | undefined
    steps.push(userCpuMs(() => (step = work.next())))
    if (step?.done) return { ...step.value, steps }
  }
}

const sumOf = ({ steps }: { steps: number[] }) => steps.reduce((sum, step) => sum + step)
