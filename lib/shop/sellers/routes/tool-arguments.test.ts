import Ajv2020 from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { readDeclaredSchema } from '@/lib/base/x402/declared-schema'
import { oddDeclarations } from '@/lib/base/x402/testing/odd-declarations'
import { describeTool } from './describe-tool'

const PLAIN = /^[a-zA-Z0-9_.-]{1,64}$/
const metaSchema = new Ajv2020({ strict: false, validateFormats: false })

const shapeOf = (inputSchema: Record<string, unknown>, route = { method: 'POST', path: '/x/a/users/[id]' }) =>
  describeTool(
    { discovery: { isListed: true, inputSchema }, description: '', query: [] },
    { title: 'A tool', ...route },
  )

function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties } = schema as { properties?: object }
  return [
    ...Object.keys(properties ?? {}),
    ...Object.values(schema).flatMap(namesIn),
    ...Object.values(properties ?? {}).flatMap(namesIn),
  ]
}

describe('the arguments of a tool', () => {
  it('have plain names, and keep their own on the wire', () => {
    const names = ['uids[]', '$select', 'größe', 'filter[name]', 'x'.repeat(80), '日本', 'uids', 'id']
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
    const { inputSchema, places } = shapeOf({ properties, required: ['uids[]'] })
    for (const argument of Object.keys(inputSchema.properties as object)) expect(argument).toMatch(PLAIN)
    expect(Object.values(places).flat()).toHaveLength(names.length + 1)
    expect(
      new Set(
        Object.values(places)
          .flat()
          .map(({ in: place, name }) => `${place} ${name}`),
      ),
    ).toEqual(new Set([...names.map((name) => `body ${name}`), 'path id']))
    expect(places.uids).toEqual([{ in: 'body', name: 'uids[]' }])
    expect(places.id).toEqual([
      { in: 'path', name: 'id' },
      { in: 'body', name: 'id' },
    ])
    expect(inputSchema.required).toEqual(['id', 'uids'])
    expect(inputSchema.properties).toMatchObject({ select: { type: 'string', description: 'Sent as "$select".' } })
  })

  it('go to the query once, though they are named twice', () => {
    const { places } = shapeOf({ queryParams: { q: { type: 'string' } } }, { method: 'GET', path: '/x/a/[q]/b' })
    expect(places).toEqual({ q: [{ in: 'path', name: 'q' }] })
  })

  it('are one plain object, whatever was declared', () => {
    const declared = [
      ...oddDeclarations.flatMap(({ schema }) => (readDeclaredSchema(schema).ok ? [schema] : [])),
      {
        properties: {
          a: { type: 'object', properties: { 'b[]': {}, c: {} }, required: ['b[]'], additionalProperties: false },
        },
      },
      { properties: { a: { anyOf: [{ type: 'object', properties: { $b: {} } }] } } },
    ]
    for (const schema of declared) {
      const { inputSchema } = shapeOf(schema)
      expect(inputSchema.type).toBe('object')
      for (const keyword of ['oneOf', 'anyOf', 'allOf', 'not', 'if', '$ref', '$defs'])
        expect(inputSchema).not.toHaveProperty(keyword)
      for (const name of namesIn(inputSchema)) expect(name).toMatch(PLAIN)
      expect(metaSchema.validateSchema(inputSchema)).toBe(true)
    }
  })

  it('hold a body that is a list under one name, beside a parameter of that name', () => {
    const list = { type: 'array', items: { type: 'string' }, queryParams: { body: { type: 'string' } } }
    const { inputSchema, places } = shapeOf(list)
    expect(places).toEqual({
      id: [{ in: 'path', name: 'id' }],
      body: [{ in: 'query', name: 'body' }],
      body_2: [{ in: 'wholeBody', name: 'body' }],
    })
    expect(inputSchema.properties).toMatchObject({ body_2: { type: 'array', items: { type: 'string' } } })
    expect(inputSchema.required).toEqual(['id', 'body_2'])
  })

  it('cannot be a list where there is no body', () => {
    const list = { type: 'array', items: {} }
    expect(() => shapeOf(list, { method: 'GET', path: '/x/a' })).toThrow('The arguments of a tool are one object')
  })
})
