/** Schemas from other programs that are hard for readers, each with our form of it. */
export type OddDeclaration = {
  what: string
  schema: Record<string, unknown>
  becomes: Record<string, unknown> | null
}

const text = { type: 'string' }
const object = (properties: Record<string, unknown>, more: object = {}) => ({ type: 'object', properties, ...more })

export const oddDeclarations: OddDeclaration[] = [
  {
    what: 'pydantic: a part in $defs',
    schema: object({ user: { $ref: '#/$defs/User' } }, { $defs: { User: object({ name: text }) } }),
    becomes: object({ user: object({ name: text }) }),
  },
  {
    what: 'zod: $schema, and a part in definitions',
    schema: object(
      { tags: { type: 'array', items: { $ref: '#/definitions/tag' } } },
      { $schema: 'http://json-schema.org/draft-07/schema#', definitions: { tag: text } },
    ),
    becomes: object({ tags: { type: 'array', items: text } }),
  },
  {
    what: 'TypeBox: a name of its own',
    schema: object({ a: text }, { $id: 'https://a.example/schema.json' }),
    becomes: object({ a: text }),
  },
  {
    what: 'words beside a reference',
    schema: object({ a: { $ref: '#/$defs/T', description: 'The first.' } }, { $defs: { T: text } }),
    becomes: object({ a: { type: 'string', description: 'The first.' } }),
  },
  {
    what: 'limits beside a reference',
    schema: object({ a: { $ref: '#/$defs/T', maxLength: 3 } }, { $defs: { T: text } }),
    becomes: object({ a: { maxLength: 3, allOf: [text] } }),
  },
  {
    what: 'a pointer with escapes',
    schema: object({ a: { $ref: '#/$defs/a~1b%20c' } }, { $defs: { 'a/b c': text } }),
    becomes: object({ a: text }),
  },
  {
    what: 'draft 7: a tuple',
    schema: object({ at: { type: 'array', items: [{ type: 'number' }, text], additionalItems: false } }),
    becomes: object({ at: { type: 'array', prefixItems: [{ type: 'number' }, text], items: false } }),
  },
  {
    what: 'a type of any',
    schema: object({ a: { type: 'any', description: 'All.' } }),
    becomes: object({ a: { description: 'All.' } }),
  },
  {
    what: 'draft 4: a boolean exclusiveMinimum',
    schema: object({ n: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false } }),
    becomes: object({ n: { type: 'number', exclusiveMinimum: 0, maximum: 9 } }),
  },
  {
    what: 'draft 3: required at the property',
    schema: object({ a: { ...text, required: true }, b: { ...text, required: false } }),
    becomes: object({ a: text, b: text }, { required: ['a'] }),
  },
  {
    what: 'OpenAPI 3.0: nullable',
    schema: object({ a: { ...text, nullable: true }, b: { ...text, nullable: true, enum: ['x'] } }),
    becomes: object({ a: { type: ['string', 'null'] }, b: { type: ['string', 'null'], enum: ['x', null] } }),
  },
  {
    what: 'OpenAPI 3.0: discriminator, xml and extensions',
    schema: object({ a: text }, { discriminator: { propertyName: 'a' }, xml: {}, externalDocs: 1, 'x-order': 3 }),
    becomes: object({ a: text }),
  },
  {
    what: 'one of two at the top',
    schema: object({ a: text }, { oneOf: [{ required: ['a'] }, { required: ['b'] }] }),
    becomes: object({ a: text }, { oneOf: [{ required: ['a'] }, { required: ['b'] }] }),
  },
  {
    what: 'true and false as schemas',
    schema: object({ a: true }, { additionalProperties: false }),
    becomes: object({ a: {} }, { additionalProperties: false }),
  },
  {
    what: 'words that are no text',
    schema: object({ a: { ...text, description: null } }),
    becomes: object({ a: text }),
  },
  {
    what: 'a default that looks like a reference',
    schema: object({ a: { type: 'object', default: { $ref: '#/nowhere' } } }),
    becomes: object({ a: { type: 'object' } }),
  },
  {
    what: 'properties that readers take for references',
    schema: object({ $ref: text, $id: text, a: text }, { required: ['$id', 'a'], additionalProperties: false }),
    becomes: object({ a: text }, { required: ['a'] }),
  },
  { what: 'an empty choice', schema: object({ a: { enum: [], anyOf: [] } }), becomes: object({ a: {} }) },
  { what: 'a schema that holds itself', schema: object({ next: { $ref: '#' } }), becomes: null },
  {
    what: 'two schemas that hold each other',
    schema: object(
      { a: { $ref: '#/$defs/A' } },
      { $defs: { A: { items: { $ref: '#/$defs/B' } }, B: { items: { $ref: '#/$defs/A' } } } },
    ),
    becomes: null,
  },
  {
    what: 'a reference in a circle',
    schema: object({ a: { $ref: '#/$defs/A' } }, { $defs: { A: { $ref: '#/$defs/A' } } }),
    becomes: null,
  },
  { what: 'a reference to nowhere', schema: object({ a: { $ref: '#/$defs/A' } }), becomes: null },
  { what: 'a reference to a prototype', schema: object({ a: { $ref: '#/__proto__' } }), becomes: null },
  { what: 'another document', schema: object({ a: { $ref: 'https://a.example/s.json' } }), becomes: null },
  { what: 'a file', schema: object({ a: { $ref: 'file:///etc/passwd' } }), becomes: null },
  { what: 'a dynamic reference', schema: object({ a: { $dynamicRef: '#node' } }), becomes: null },
  {
    what: 'a part with an address of its own',
    schema: object({ a: { $id: 'https://a.example/s', type: 'string' } }),
    becomes: null,
  },
  { what: 'a type that is none', schema: object({ a: { type: 'text' } }), becomes: null },
  { what: 'properties in a list', schema: { type: 'object', properties: ['a'] }, becomes: null },
  { what: 'a name in place of a schema', schema: object({ a: 'string' }), becomes: null },
  { what: 'a length that is a text', schema: object({ a: { ...text, maxLength: '3' } }), becomes: null },
  { what: 'a Perl pattern', schema: object({ a: { ...text, pattern: '(?i)\\Aabc\\z' } }), becomes: null },
  { what: 'a choice that looks like a reference', schema: object({ a: { const: { $ref: '#/a' } } }), becomes: null },
  {
    what: 'a property called __proto__',
    schema: JSON.parse('{"type":"object","properties":{"__proto__":{}}}') as Record<string, unknown>,
    becomes: null,
  },
  { what: 'a schema of 20,000 characters', schema: object({ a: { description: 'x'.repeat(20_000) } }), becomes: null },
  {
    what: 'references that double',
    schema: object(
      { a: { $ref: '#/$defs/S12' } },
      {
        $defs: Object.fromEntries([
          ['S0', text],
          ...Array.from({ length: 12 }, (_, at) => [
            `S${at + 1}`,
            { anyOf: [{ $ref: `#/$defs/S${at}` }, { $ref: `#/$defs/S${at}` }] },
          ]),
        ]),
      },
    ),
    becomes: null,
  },
]
