import { describe, expect, it } from 'vitest'
import { completeSample, findSchemaViolation, hasExternalReference } from './json-schema'

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

describe('hasExternalReference', () => {
  it.each([
    [{ $ref: '#/definitions/a' }, false],
    [{ properties: { $ref: { type: 'string' } } }, false],
    [{ $ref: 'https://evil.example' }, true],
    [{ items: [{ $id: 'other' }] }, true],
    [{ $ref: 7 }, true],
  ])('%j: %s', (schema, expected) => expect(hasExternalReference(schema)).toBe(expected))
})

describe('completeSample', () => {
  it('keeps given values and fills required ones', () => {
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
})
