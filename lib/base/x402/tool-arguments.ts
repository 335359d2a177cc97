import { isRecord, recordOf } from './header-codec'
import { type JsonSchema, mapParts, partsIn } from './json-schema'
import { type ParameterWriting, splitWriting } from './write-request'

/** Place of an argument's value in the request behind a tool, with its name there, and how it is written. */
export type ArgumentPlace = {
  in: 'path' | 'query' | 'header' | 'body' | 'wholeBody'
  name: string
  writing?: ParameterWriting
}

export type RequestValue = Pick<ArgumentPlace, 'in' | 'name'> & { schema: unknown; isRequired: boolean }

export type ToolInput = {
  /** A plain object, as clients of models require: one tool that they refuse ends the whole list. */
  inputSchema: JsonSchema
  places: Record<string, ArgumentPlace[]>
}

/** Names of properties that clients of models accept. */
const PLAIN_NAME = /^[a-zA-Z0-9_.-]{1,64}$/
const MAX_NAME = 64

/**
 * One object of arguments for a whole request. Values of one name are one argument, which goes to each of their places.
 * A name that clients of models refuse is replaced by a plain one; on the wire it stays as it is.
 */
export function buildToolInput(values: readonly RequestValue[], more: JsonSchema = {}): ToolInput {
  const named = new Map<string | null, string>()
  const properties: Record<string, unknown> = {}
  const places: Record<string, ArgumentPlace[]> = {}
  const required: string[] = []
  for (const { in: place, name, schema, isRequired } of values) {
    // A body that is one value has no name on the wire, so no other value is the same.
    const key = place === 'wholeBody' ? null : name
    const argument = named.get(key) ?? plainName(name, (taken) => Object.hasOwn(places, taken))
    named.set(key, argument)
    const split = splitWriting(recordOf(schema))
    const said = properties[argument]
    const isSaid = said !== undefined && Object.keys(recordOf(said)).some((keyword) => keyword !== 'type')
    if (!isSaid) properties[argument] = withWireName(toolSafe(split.schema), { name, argument })
    ;(places[argument] ??= []).push({ in: place, name, ...(split.writing && { writing: split.writing }) })
    if (isRequired && !required.includes(argument)) required.push(argument)
  }
  return { inputSchema: { ...more, type: 'object', properties, required }, places }
}

export function nameSample(sample: Record<string, unknown>, { places }: ToolInput): Record<string, unknown> {
  const arguments_ = new Map(
    Object.entries(places).flatMap(([argument, all]) => all.map(({ name }) => [name, argument])),
  )
  return Object.fromEntries(Object.entries(sample).map(([name, value]) => [arguments_.get(name) ?? name, value]))
}

function plainName(name: string, isTaken: (name: string) => boolean): string {
  if (PLAIN_NAME.test(name) && name !== '__proto__' && !isTaken(name)) return name
  const letters = name.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  const plain = letters.replaceAll(/[^a-zA-Z0-9_.-]+/g, '_').replaceAll(/^_+|_+$/g, '') || 'argument'
  for (let count = 1; ; count += 1) {
    const mark = count === 1 ? '' : `_${count}`
    const candidate = plain.slice(0, MAX_NAME - mark.length) + mark
    if (!isTaken(candidate)) return candidate
  }
}

function withWireName(schema: JsonSchema, { name, argument }: { name: string; argument: string }): JsonSchema {
  if (name === argument) return schema
  const { description } = schema
  const says = `Sent as ${JSON.stringify(name)}.`
  return { ...schema, description: typeof description === 'string' ? `${description} ${says}` : says }
}

/** A schema below the arguments, without names that clients of models refuse; values under those names stay allowed. */
function toolSafe(schema: unknown): JsonSchema {
  if (!isRecord(schema)) return {}
  const { patternProperties: _patterns, dependentSchemas: _dependent, ...safe } = mapParts(schema, toolSafe)
  const left = Object.keys(recordOf(schema.properties)).filter((name) => !PLAIN_NAME.test(name))
  if (left.length === 0) return safe
  const { additionalProperties: _additional, properties, required, description, ...open } = safe
  const says = `Also takes: ${left
    .slice(0, 20)
    .map((name) => JSON.stringify(name.slice(0, 100)))
    .join(', ')}.`
  return {
    ...open,
    properties: Object.fromEntries(Object.entries(recordOf(properties)).filter(([name]) => PLAIN_NAME.test(name))),
    description: typeof description === 'string' ? `${description} ${says}` : says,
    ...(Array.isArray(required) && { required: required.filter((name) => !left.includes(String(name))) }),
  }
}

export type PlainObject = { properties: Record<string, unknown>; required: string[]; more: JsonSchema }

/**
 * An object's properties in one list, also where it is composed of several (`allOf`) or is one of several (`anyOf`,
 * `oneOf`): only properties that all of them need are required. It accepts everything that the schema accepts.
 */
export function joinObject(schema: JsonSchema): PlainObject {
  const { description, additionalProperties } = schema
  const joined: PlainObject = {
    properties: { ...recordOf(schema.properties) },
    required: namesIn(schema.required),
    more: {
      ...(typeof description === 'string' && { description }),
      ...(additionalProperties !== undefined && !isJoined(schema) && { additionalProperties }),
    },
  }
  for (const part of partsIn(schema.allOf).map(joinObject)) {
    joined.properties = { ...part.properties, ...joined.properties }
    joined.required = [...new Set([...joined.required, ...part.required])]
  }
  for (const choices of [partsIn(schema.anyOf), partsIn(schema.oneOf)].filter(({ length }) => length > 0)) {
    const parts = choices.map(joinObject)
    joined.properties = { ...joinChoices(parts), ...joined.properties }
    const inAll = (name: string) => parts.every(({ required }) => required.includes(name))
    joined.required = [...new Set([...joined.required, ...(parts[0]?.required ?? []).filter(inAll)])]
  }
  return joined
}

const isJoined = (schema: JsonSchema) =>
  ['allOf', 'anyOf', 'oneOf', 'patternProperties'].some((keyword) => keyword in schema)

function joinChoices(parts: PlainObject[]): Record<string, unknown> {
  const found = new Map<string, unknown[]>()
  for (const { properties } of parts) {
    for (const [name, part] of Object.entries(properties)) {
      const known = found.get(name) ?? []
      if (!known.some((one) => JSON.stringify(one) === JSON.stringify(part))) known.push(part)
      found.set(name, known)
    }
  }
  return Object.fromEntries(
    [...found].map(([name, schemas]) => [name, schemas.length === 1 ? schemas[0] : { anyOf: schemas }]),
  )
}

const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : []
