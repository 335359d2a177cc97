import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { validateDiscoveryExtension } from '@x402/extensions/bazaar'
import Ajv2020 from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { soakOr } from '@/development/testing/soak'
import { inEnglish } from '@/lib/base/sentences/in-english'
import { buildBazaarExtension } from './bazaar'
import { findReferenceFault, readDeclaredSchema } from './declared-schema'
import { findBazaarDeclarationProblem } from './parse-bazaar-extension'
import { parseRouteKey } from './route-pattern'
import { oddDeclarations } from './testing/odd-declarations'

const metaSchema = new Ajv2020({ strict: false, validateFormats: false })
const isValidSchema = (schema: object) => metaSchema.validateSchema(schema) === true

type Wild = {
  host: string
  method: string
  inputSchema?: Record<string, unknown>
  outputSchema?: Record<string, unknown>
}

const wild = gunzipSync(readFileSync('lib/base/x402/testing/declarations-of-the-wild.jsonl.gz'))
  .toString()
  .split('\n')
  .slice(1)
  .map((line) => JSON.parse(line) as Wild)

describe('a declared schema', () => {
  it.each(oddDeclarations)('is read or refused: $what', ({ schema, becomes }) => {
    const read = readDeclaredSchema(schema)
    expect(read.ok ? read.schema : null).toEqual(becomes)
    if (read.ok) expect(isValidSchema(read.schema)).toBe(true)
    else expect(inEnglish(read.fault)).toMatch(/\.$/)
  })

  it('names the place of a fault', () => {
    const schema = { properties: { user: { properties: { name: { type: 'text' } } } } }
    const read = readDeclaredSchema(schema)
    expect(read.ok ? null : inEnglish(read.fault)).toBe(
      'In the schema, at properties/user/properties/name/type: JSON Schema 2020-12 does not know this value here.',
    )
  })

  it('keeps no reference of any in the wild, and is 2020-12', () => {
    const read = wild.flatMap(({ outputSchema }) => (outputSchema ? [readDeclaredSchema(outputSchema)] : []))
    const kept = read.flatMap((one) => (one.ok ? [one.schema] : []))
    expect(kept.length).toBeGreaterThan(100)
    for (const schema of kept) {
      expect(JSON.stringify(schema)).not.toMatch(/"\$(ref|id|defs|anchor)":/)
      expect(isValidSchema(schema), JSON.stringify(schema)).toBe(true)
    }
  })
})

describe('the check before saving and the validator of @x402/extensions', () => {
  const declarations = [
    // Theirs compiles each schema, which takes a while.
    ...wild.filter((_, at) => at % soakOr(1, 10) === 0),
    ...oddDeclarations.map(({ what, schema }): Wild => ({ host: what, method: 'POST', inputSchema: schema })),
    ...(['inputSchema', 'outputSchema'] as const).flatMap((place) =>
      oddDeclarations
        .slice(0, soakOr(100, 0))
        .map(({ what, schema }): Wild => ({ host: what, method: 'GET', [place]: schema })),
    ),
  ]

  it('agree on what is declared', () => {
    expect(declarations.length).toBeGreaterThan(soakOr(200, 80))
    const disagreed = declarations.flatMap(({ host, method, ...schemas }) => {
      const declaration = { discoverable: true, ...schemas }
      const route = parseRouteKey(`${method} /a`)
      if (findBazaarDeclarationProblem(declaration, route) !== null) return []
      const extension = buildBazaarExtension(declaration, route)
      const { valid, errors } = validateDiscoveryExtension(extension as never)
      return valid ? [] : [{ host, schemas, errors }]
    })
    expect(disagreed).toEqual([])
  })

  it('refuse the same, but for what is bounded here', () => {
    const refusedHere = declarations.filter(({ host: _host, method, ...schemas }) => {
      return findBazaarDeclarationProblem({ discoverable: true, ...schemas }, parseRouteKey(`${method} /a`)) !== null
    })
    const takenThere = refusedHere.filter(({ inputSchema, outputSchema }) =>
      [inputSchema, outputSchema].every((schema) => schema === undefined || isTakenByStock(schema)),
    )
    expect(refusedHere.length - takenThere.length).toBeGreaterThan(soakOr(250, 30))
    // Within another document, and within bounds, none of these could stand; of the wild there is none.
    expect(new Set(takenThere.map(({ host }) => host))).toEqual(
      new Set([
        'a schema that holds itself',
        'a reference to a prototype',
        'a dynamic reference',
        'a choice that looks like a reference',
        'a property called __proto__',
        'a schema of 20,000 characters',
      ]),
    )
  })
})

/** Within the extension, as the SDK's server writes it; only whether its schema is one. */
function isTakenByStock(schema: Record<string, unknown>): boolean {
  const extension = { info: {}, schema: { type: 'object', properties: { input: schema } } }
  return validateDiscoveryExtension(extension as never).valid
}

it('finds a reference that leads nowhere, however deep it stands and whatever stands beside it', () => {
  const deep = (leaf: unknown, depth = 20_000) => {
    let node: unknown = leaf
    for (let level = 0; level < depth; level += 1) node = { not: node, description: undefined }
    return { not: node }
  }
  expect(findReferenceFault(deep({ type: 'string' }))).toBeNull()
  expect(findReferenceFault(deep([{ $ref: '#/$defs/none' }]))).toBe('nowhere')
  expect(findReferenceFault({ ...deep({ $ref: '#/$defs/one' }), $defs: { one: true } })).toBeNull()
})

it.each([
  [{ $ref: '#' }, null],
  [{ properties: { $ref: { type: 'string' } } }, null],
  [{ $ref: 'https://evil.example' }, 'elsewhere'],
  [{ items: [{ $id: 'other' }, { $ref: '#/none' }] }, 'elsewhere'],
  [{ $ref: 7 }, 'elsewhere'],
])('finds in %j: %s', (schema, expected) => expect(findReferenceFault(schema)).toBe(expected))
