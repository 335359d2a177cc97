import { inEnglish } from '@/lib/base/sentences/in-english'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { findJsonFault, isRecord, recordOf } from './header-codec'
import type { JsonSchema } from './json-schema'
import { dataKeywords, writers } from './schema-keywords'

/** A schema in the form that our documents may hold, or a fault: a sentence that names the place. */
export type DeclaredSchema = { ok: true; schema: JsonSchema } | { ok: false; fault: Sentence }

/**
 * A document in which references are resolved, each once; how many more of its parts may be read, and how many were left
 * out.
 */
export type SchemaReading = {
  root: Record<string, unknown>
  left: number
  missed: number
  resolved: Map<string, unknown>
}

/** The most characters of a schema, before and after its references are filled in. */
const MAX_CHARACTERS = 16_384
const MAX_PARTS = 2_000
const MAX_DEPTH = 24
const MAX_REFERENCES = 16

/**
 * Brings a schema from outside into the form that all our documents may hold, beside other schemas: self-contained JSON
 * Schema 2020-12, with its references filled in. Older drafts and OpenAPI 3.0 are translated, needless keywords left
 * out, and the rest is refused with its place.
 * The work is bounded; nothing of it is compiled or run.
 * @param root where its references are looked up; the schema itself when omitted
 */
export function readDeclaredSchema(value: unknown, root = recordOf(value)): DeclaredSchema {
  try {
    if (!isRecord(value) || findJsonFault(value) || (root !== value && findJsonFault(root)))
      throw new SchemaFault('', say('declaredSchema.whole'))
    if (JSON.stringify(value).length > MAX_CHARACTERS) throw tooLarge()
    const state = { root, left: MAX_PARTS, missed: 0, resolved: new Map(), isCut: false }
    const schema = readPart(state, value, { path: '', within: [] })
    if (JSON.stringify(schema).length > MAX_CHARACTERS) throw tooLarge()
    return { ok: true, schema: recordOf(schema) }
  } catch (error) {
    if (error instanceof SchemaFault) return { ok: false, fault: error.sentence }
    throw error
  }
}

/**
 * The same for a part of a document that is taken over as far as possible: what would be refused is left out, and a
 * schema that contains itself ends there as `{}`, which accepts anything. Null where nothing is left.
 */
export function cutDeclaredSchema(reading: SchemaReading, value: unknown): JsonSchema | null {
  const state = { ...reading, isCut: true }
  const schema = recordOf(readPart(state, value, { path: '', within: [] }))
  reading.left = state.left
  reading.missed = state.missed
  return Object.keys(schema).length === 0 ? null : schema
}

class SchemaFault extends Error {
  constructor(
    readonly path: string,
    readonly why: Sentence,
  ) {
    super(inEnglish(why))
  }
  get sentence(): Sentence {
    return this.path === '' ? this.why : say('declaredSchema.place', { place: this.path.slice(1, 200), why: this.why })
  }
}

const tooLarge = () => new SchemaFault('', say('declaredSchema.tooLarge'))

const NO_OTHER = say('declaredSchema.elsewhere')

type SchemaState = SchemaReading & { isCut: boolean }
type SchemaPlace = { path: string; within: readonly unknown[] }

/** Reads a schema, or `false`. In a cut, whatever is refused becomes `{}`. */
function readPart(state: SchemaState, value: unknown, place: SchemaPlace): JsonSchema | boolean {
  if (state.isCut && state.left < 0) {
    state.missed += 1
    return {}
  }
  try {
    return readSchema(state, value, place)
  } catch (error) {
    if (!state.isCut || !(error instanceof SchemaFault)) throw error
    state.missed += 1
    return {}
  }
}

function readSchema(state: SchemaState, value: unknown, { path, within }: SchemaPlace): JsonSchema | boolean {
  spend(state, 1)
  if (value === true) return {}
  if (value === false) return false
  if (!isRecord(value)) throw new SchemaFault(path, say('declaredSchema.part'))
  if (within.includes(value)) throw new SchemaFault(path, say('declaredSchema.holdsItself'))
  if (within.length > MAX_DEPTH) throw new SchemaFault(path, say('declaredSchema.tooDeep'))
  const inner = { path, within: [...within, value] }
  const own = readKeywords(state, value, inner)
  const { $ref: reference } = value
  if (reference === undefined) return own
  const target = readPart(state, findPart(state, reference, path), { path: `${path}/$ref`, within: inner.within })
  if (Object.keys(own).length === 0) return target
  if (target === false) return false
  // Words beside a reference describe its use; any other keyword there also limits the value.
  const isWords = Object.keys(own).every((keyword) => dataKeywords.has(keyword))
  return isWords
    ? { ...recordOf(target), ...own }
    : { ...own, allOf: [target, ...(Array.isArray(own.allOf) ? own.allOf : [])] }
}

function readKeywords(state: SchemaState, schema: Record<string, unknown>, { path, within }: SchemaPlace): JsonSchema {
  // The name that a whole schema has is of no use within another document.
  for (const keyword of ['$dynamicRef', '$recursiveRef', ...(within.length > 1 ? ['$id'] : [])])
    if (typeof schema[keyword] === 'string' && !state.isCut) throw new SchemaFault(path, NO_OTHER)
  const read: JsonSchema = {}
  spend(state, weigh(schema, 0))
  for (const [keyword, value] of Object.entries(schema)) {
    const write = Object.hasOwn(writers, keyword) ? writers[keyword] : undefined
    if (!write) continue
    const isData = dataKeywords.has(keyword) || ['enum', 'const', 'dependentRequired'].includes(keyword)
    spend(state, weigh(value, isData ? MAX_DEPTH : 0))
    const at = `${path}/${keyword}`
    const nested = (part: unknown, name: string | number | null) =>
      readPart(state, part, { path: name === null ? at : `${at}/${name}`, within })
    const leaveOut = (count: number) => {
      state.missed += count
    }
    const written = write(value, { schema, nested, leaveOut, isCut: state.isCut })
    if (written === null) {
      if (dataKeywords.has(keyword)) continue
      if (state.isCut) {
        state.missed += 1
        continue
      }
      throw new SchemaFault(at, say('declaredSchema.unknown'))
    }
    Object.assign(read, written)
  }
  return read
}

function spend(state: SchemaState, parts: number): void {
  state.left -= parts
  if (state.left < 0) throw tooLarge()
}

/** The cost of a value in parts, besides the parts that are read of it: by its names, items and letters. */
function weigh(value: unknown, depth: number): number {
  if (typeof value === 'string') return value.length / 256
  if (typeof value !== 'object' || value === null) return 0
  const inner: unknown[] = Object.values(value)
  return inner.reduce((sum: number, part) => (depth > 0 ? sum + weigh(part, depth - 1) : sum), inner.length / 16)
}

function findPart(state: SchemaState, reference: unknown, path: string): unknown {
  let at: unknown = { $ref: reference }
  for (let hops = 0; isRecord(at) && typeof at.$ref === 'string' && Object.keys(at).length === 1; hops += 1) {
    const { $ref } = at
    at = hops < MAX_REFERENCES ? resolvePointer(state, $ref) : undefined
  }
  if (isRecord(at) || typeof at === 'boolean') return at
  const isElsewhere = typeof reference === 'string' && !reference.startsWith('#')
  if (isElsewhere) throw new SchemaFault(path, NO_OTHER)
  throw new SchemaFault(path, say('declaredSchema.nowhere'))
}

/**
 * A reference for which readers refuse the whole document: one that leads out of it, which would have to be fetched, or,
 * such as `#/$defs/name`, to no part of it.
 */
export function findReferenceFault(root: Record<string, unknown>): 'elsewhere' | 'nowhere' | null {
  const open: unknown[] = [root]
  let isDangling = false
  while (open.length > 0) {
    const node = open.pop()
    if (typeof node !== 'object' || node === null) continue
    const { $ref, $id, $dynamicRef } = recordOf(node)
    if ([$ref, $id, $dynamicRef].some(isOutside)) return 'elsewhere'
    isDangling ||= typeof $ref === 'string' && $ref.startsWith('#/') && partAt(root, $ref) === undefined
    for (const part of Object.values(node)) open.push(part)
  }
  return isDangling ? 'nowhere' : null
}

/** A property that happens to be called `$ref` holds a schema, not a text. */
const isOutside = (reference: unknown): boolean =>
  reference !== undefined && !isRecord(reference) && !(typeof reference === 'string' && reference.startsWith('#'))

/** The value at a JSON pointer such as `#/$defs/name` in this very document; nothing is fetched. */
function partAt(root: Record<string, unknown>, pointer: string): unknown {
  if (pointer === '#') return root
  if (!pointer.startsWith('#/')) return undefined
  let at: unknown = root
  for (const name of pointer.slice(2).split('/')) {
    const key = decodePointer(name)
    if (key === null || typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = Reflect.get(at, key)
  }
  return at
}

/** The same, looked for once. */
export function resolvePointer({ root, resolved }: SchemaReading, pointer: string): unknown {
  if (!resolved.has(pointer)) resolved.set(pointer, partAt(root, pointer))
  return resolved.get(pointer)
}

function decodePointer(name: string): string | null {
  try {
    return decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return null
  }
}
