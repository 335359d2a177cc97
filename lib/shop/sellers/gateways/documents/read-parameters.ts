import { say } from '@/lib/base/sentences/say'
import { isUnsendableHeader } from '@/lib/base/x402/declared-input'
import { cutDeclaredSchema, type SchemaReading } from '@/lib/base/x402/declared-schema'
import { isRecord } from '@/lib/base/x402/header-codec'
import { bodyTypeOf } from '@/lib/base/x402/write-request'
import { type Losses, lose } from './losses'
import { mediaOf, resolveObject } from './resolve-object'

/** Parameters by their place, as maps of a declaration: name to schema, with `required` in it. */
export type ReadParameters = Partial<Record<'pathParams' | 'queryParams' | 'headers', Record<string, unknown>>>

const MAXIMUM_PARAMETERS = 100

/** Names that JSON Schema takes for references, and one that is no name in JavaScript. */
const NO_NAME =
  /^(__proto__|\$(ref|id|anchor|dynamicRef|dynamicAnchor|recursiveRef|recursiveAnchor|schema|vocabulary|defs))$/

/** Reads an operation's parameters; those of the operation override those of its path. */
export function readParameters(reading: SchemaReading, listed: unknown[], losses: Losses): ReadParameters {
  if (listed.length > MAXIMUM_PARAMETERS) lose(losses, say('unread.parameters', { maximum: MAXIMUM_PARAMETERS }), true)
  const found = new Map<string, Record<string, unknown>>()
  for (const one of listed.slice(0, MAXIMUM_PARAMETERS)) {
    const parameter = resolveObject(reading, one)
    if (!parameter) {
      const reference = isRecord(one) && typeof one.$ref === 'string' ? one.$ref.slice(0, 100) : '?'
      lose(losses, say('unread.reference', { reference }), true)
    } else found.set(`${parameter.in} ${parameter.name}`, parameter)
  }
  const read: ReadParameters = {}
  for (const parameter of found.values()) {
    const place = placeOf(parameter, losses)
    if (place === null) continue
    const name = place === 'pathParams' ? String(parameter.name).replaceAll(/[^\w-]/g, '_') : String(parameter.name)
    const described = describe(reading, parameter)
    const isBare = Object.keys(described).every((keyword) => keyword === 'type' || keyword === 'required')
    // A path says itself that it has a text there.
    if (place === 'pathParams' && isBare && described.type === 'string') continue
    ;(read[place] ??= {})[name] = described
  }
  return read
}

/** The map that a parameter belongs to; null where it is not read, which is noted. */
function placeOf(parameter: Record<string, unknown>, losses: Losses): keyof ReadParameters | null {
  const { in: place, required, style } = parameter
  const name = typeof parameter.name === 'string' ? parameter.name : ''
  const miss = (key: 'name' | 'header' | 'cookie' | 'wholeQuery' | 'pathStyle') => {
    lose(losses, say(`unread.${key}`, { name: name.slice(0, 100) }), required === true || place === 'path')
    return null
  }
  if (name === '' || name.length > 100 || NO_NAME.test(name)) return miss('name')
  if (place === 'query') return 'queryParams'
  if (place === 'path') return style === undefined || style === 'simple' ? 'pathParams' : miss('pathStyle')
  if (place === 'cookie') return miss('cookie')
  if (place === 'querystring') return miss('wholeQuery')
  if (place !== 'header') return miss('name')
  // OpenAPI says of these three that they are not parameters.
  if (/^(accept|content-type|authorization)$/i.test(name)) return null
  return isUnsendableHeader(name) ? miss('header') : 'headers'
}

function describe(reading: SchemaReading, parameter: Record<string, unknown>): Record<string, unknown> {
  const { required, description, example } = parameter
  const content = mediaOf(parameter, [])
  const schema = content
    ? { type: 'string', contentMediaType: content.type }
    : cutDeclaredSchema(reading, parameter.schema)
  const isJson = content && bodyTypeOf(content.type) === 'json'
  return {
    type: 'string',
    ...schema,
    ...(isJson && { description: 'A text of JSON.' }),
    ...(typeof description === 'string' && { description: description.slice(0, 300) }),
    ...(example !== undefined && !isRecord(example) && { example }),
    ...(parameter.in === 'query' && !content && writingOf(parameter, schema ?? {})),
    ...(required === true && { required: true }),
  }
}

/** How a list or an object is written, where that is not the usual way: a list repeats its name. */
export function writingOf(
  { style, explode }: Record<string, unknown>,
  schema: Record<string, unknown>,
): { style?: string; explode?: boolean } {
  const types = [schema.type].flat().filter((type) => type !== 'null')
  const isPlain = types.length > 0 && types.every((type) => type !== 'array' && type !== 'object' && type !== undefined)
  if (isPlain) return {}
  const named = typeof style === 'string' ? style : 'form'
  const isUsual = named === 'form' && types.length === 1 && types[0] === 'array'
  const splits = typeof explode === 'boolean' ? explode : named === 'form' || named === 'deepObject'
  return {
    ...(!isUsual && { style: named }),
    ...(splits !== (named === 'form') && named !== 'deepObject' && { explode: splits }),
  }
}
