import { describe, expect, it } from 'vitest'
import { CANNOT_BE_JUDGED, completeSample, findSchemaViolation } from './json-schema'

describe('findSchemaViolation', () => {
  it.each<[unknown, unknown]>([
    [{}, 'anything'],
    [true, null],
    ['no schema', 1],
    [{ type: 'string' }, ''],
    [{ type: ['string', 'null'] }, null],
    [{ type: 'integer' }, 2],
    [{ type: 'number' }, 2.5],
    [{ type: 'array', items: { type: 'boolean' } }, [true, false]],
    [{ enum: [1, { a: 1 }] }, { a: 1 }],
    [{ const: null }, null],
    [{ minLength: 2, maxLength: 2 }, '🌡🌡'],
    [{ minimum: 1, maximum: 1 }, 1],
    [{ properties: { a: { type: 'string' } } }, { b: 1 }],
    [{ additionalProperties: { type: 'number' } }, { a: 1 }],
    [{ patternProperties: { '^x': {} }, additionalProperties: false }, { x1: 1 }],
    [{ prefixItems: [{}], items: false }, [1]],
    [{ type: 'object', pattern: '^(a+)+$' }, {}],
    [{ '': 0 }, { toString: 0 }],
  ])('%j takes %j', (schema, value) => expect(findSchemaViolation(schema, value)).toBeNull())

  it.each<[unknown, unknown, string]>([
    [false, 1, 'the value is not allowed'],
    [{ type: 'string' }, 1, 'the value must be string'],
    [{ type: 'object' }, [], 'the value must be object'],
    [{ type: 'array' }, {}, 'the value must be array'],
    [{ type: 'integer' }, 2.5, 'the value must be integer'],
    [{ type: ['string', 'null'] }, 1, 'the value must be string or null'],
    [{ const: 'http' }, 'mcp', 'the value must be "http"'],
    [{ enum: ['a', 'b'] }, 'c', 'the value must be one of ["a","b"]'],
    [{ required: ['a'] }, {}, 'the value must have "a"'],
    [{ required: ['toString'] }, {}, 'the value must have "toString"'],
    [{ properties: { a: { properties: { b: { type: 'string' } } } } }, { a: { b: 1 } }, '/a/b must be string'],
    [{ additionalProperties: false }, { a: 1 }, '/a is not allowed'],
    [{ items: { type: 'string' } }, ['a', 1], '/1 must be string'],
    [{ minLength: 3 }, '🌡🌡', 'the value is below minLength 3'],
    [{ maximum: 1 }, 2, 'the value is above maximum 1'],
    [{ maxItems: 1 }, [1, 2], 'the value is above maxItems 1'],
  ])('%j refuses %j', (schema, value, fault) => expect(findSchemaViolation(schema, value)).toBe(fault))
})

describe('the work of a judgement', () => {
  const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index)
  const copies = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)
  const record = (count: number, value: unknown) =>
    Object.fromEntries(numbers(count).map((index) => [`n${index}`, value]))
  const megabyte = 'x'.repeat(1_000_000)

  it.each<[string, unknown, unknown]>([
    ['items with choices', { items: { enum: numbers(3_000) } }, copies(200_000, 2_999)],
    ['large choices', { items: { enum: [record(1_500, 1), record(100, 1)] } }, copies(2_000, record(100, 1))],
    ['constants', { items: { const: numbers(3_000) } }, copies(100_000, numbers(3_000))],
    ['parts under items', { items: { allOf: copies(3_000, {}) } }, numbers(100_000)],
    [
      'choices that do not fit',
      { items: { anyOf: [...copies(200, { enum: numbers(20, 1) }), {}] } },
      copies(50_000, 0),
    ],
    ['required names', { items: { required: numbers(2_000).map((at) => `n${at}`) } }, copies(500, record(2_000, 1))],
    ['types', { items: { type: [...copies(3_000, 'object'), 'integer'] } }, copies(100_000, 1)],
    ['lengths of one text', { allOf: copies(1_000, { minLength: 1 }) }, megabyte],
    ['a text as every choice', { allOf: copies(1_000, { enum: ['a', megabyte] }) }, megabyte],
    ['properties', { allOf: copies(1_000, { additionalProperties: {} }) }, record(10_000, 1)],
  ])('is bounded for %s', (_name, schema, value) => {
    expect(findSchemaViolation(schema, value)).toBe(CANNOT_BE_JUDGED)
  })

  it('is enough for as many choices and items as a declaration can hold', () => {
    expect(findSchemaViolation({ items: { enum: numbers(3_000) } }, numbers(3_000))).toBeNull()
  })

  it('is bounded for a sample, which stays as it is', () => {
    const schema = { properties: record(1_000, {}), allOf: copies(2_000, {}), required: ['n1'] }
    expect(completeSample(schema, { given: 1 })).toEqual({ given: 1 })
  })
})

it('completeSample keeps given values and fills required ones', () => {
  const schema = {
    properties: {
      given: { type: 'string' },
      default: { default: 7 },
      example: { examples: ['x'] },
      choice: { enum: ['first', 'second'] },
      list: { type: 'array' },
      count: { type: 'integer' },
      flag: { type: 'boolean' },
      none: { type: 'null' },
      optional: { type: 'string' },
    },
    required: ['given', 'default', 'example', 'choice', 'list', 'count', 'flag', 'none', 'untyped'],
  }
  expect(completeSample(schema, { given: 'kept' })).toEqual({
    given: 'kept',
    default: 7,
    example: 'x',
    choice: 'first',
    list: [],
    count: 0,
    flag: false,
    none: null,
    untyped: '',
  })
})
