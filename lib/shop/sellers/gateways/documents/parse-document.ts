import { upgrade } from '@scalar/openapi-upgrader'
import { CORE_SCHEMA, loadAll, mergeTag } from 'js-yaml'
import { hasFewJsonParts } from '@/lib/base/http/read-body'
import { inEnglish } from '@/lib/base/sentences/in-english'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { resolvePointer, type SchemaReading } from '@/lib/base/x402/declared-schema'
import { findJsonFault, isRecord, recordOf } from '@/lib/base/x402/header-codec'

/** Parts of an operation that were not read, and whether buyers can call it without that. */
export type Losses = { unread: Sentence[]; isCallable: boolean }

const MAXIMUM_SENTENCES = 20

/** Notes what was not read. `isNeeded`: no call can be right without it. */
export function lose(losses: Losses, sentence: Sentence, isNeeded: boolean): void {
  if (losses.unread.length < MAXIMUM_SENTENCES) losses.unread.push(sentence)
  if (isNeeded) losses.isCallable = false
}

const MAXIMUM_REFERENCES = 16
const MAXIMUM_MEDIA_TYPES = 50

/** The object that a part of the document is or refers to, within the document; null for anything else. */
export function resolveObject(reading: SchemaReading, value: unknown): Record<string, unknown> | null {
  let at = value
  for (let hops = 0; hops < MAXIMUM_REFERENCES; hops += 1) {
    if (!isRecord(at)) return null
    if (typeof at.$ref !== 'string') return at
    at = resolvePointer(reading, at.$ref)
  }
  return null
}

/** The first wanted media type, else the first one listed, with what the document says of it. */
export function mediaOf(
  holder: Record<string, unknown> | null,
  isWanted: readonly ((type: string) => boolean)[],
): { type: string; media: Record<string, unknown> } | null {
  const content = isRecord(holder?.content) ? holder.content : {}
  // Parameters, such as a charset, are not part of the name.
  const listed = Object.entries(content)
    .slice(0, MAXIMUM_MEDIA_TYPES)
    .map(([type, media]) => ({
      type: type.split(';')[0]?.trim().toLowerCase() ?? '',
      media: isRecord(media) ? media : {},
    }))
  const named = listed.filter(({ type }) => /^[\w.+*-]{1,64}\/[\w.+*-]{1,64}$/.test(type))
  for (const wanted of isWanted) {
    const found = named.find(({ type }) => wanted(type))
    if (found) return found
  }
  return named[0] ?? null
}

export type ApiDocument = { paths: Record<string, unknown>; root: Record<string, unknown> }

export class DocumentError extends Error {
  override name = 'DocumentError'

  constructor(readonly sentence: Sentence) {
    super(inEnglish(sentence))
  }
}

export const MAXIMUM_DOCUMENT_BYTES = 1_000_000
/** A YAML document may repeat parts by alias; with more than this it is built to expand. */
const MAXIMUM_ALIASES = 100
/** Parts of a YAML document, each alias counted as what it stands for. */
const MAXIMUM_PARTS = 200_000
/** Lines, comments among them, and marks that begin a part: about a tenth of a second of work. */
const MAXIMUM_MARKS = 12_000
const MAXIMUM_NESTING = 64

/** Parses an OpenAPI document of version 3.0, 3.1 or 3.2, or Swagger 2.0, as JSON or YAML. Fails with `DocumentError`. */
export function parseDocument(text: string): ApiDocument {
  if (Buffer.byteLength(text) > MAXIMUM_DOCUMENT_BYTES) throw new DocumentError(say('documentTooLarge'))
  const written = parseText(text)
  if (!isRecord(written) || findJsonFault(written) !== null) throw new DocumentError(NO_DESCRIPTION)
  const root = written.swagger === '2.0' ? toOpenApi3(written) : written
  const { openapi, paths } = root
  if (typeof openapi !== 'string' || !/^3\.[0-2](\.\d+)?$/.test(openapi)) throw new DocumentError(NO_DESCRIPTION)
  if (!isRecord(paths)) throw new DocumentError(say('documentNoPaths'))
  return { paths, root }
}

const NO_DESCRIPTION = say('documentNone')

/** A list of media types is copied to each answer. */
const MAXIMUM_SWAGGER_TYPES = 10

function toOpenApi3(swagger: Record<string, unknown>): Record<string, unknown> {
  const operations = Object.values(recordOf(swagger.paths)).flatMap((path) => Object.values(recordOf(path)))
  const lists = [swagger, ...operations].flatMap((part) => [recordOf(part).produces, recordOf(part).consumes])
  const isLong = (list: unknown) => list !== undefined && !(Array.isArray(list) && list.length <= MAXIMUM_SWAGGER_TYPES)
  if (lists.some(isLong)) throw new DocumentError(say('documentManyTypes', { most: MAXIMUM_SWAGGER_TYPES }))
  try {
    return recordOf(upgrade(swagger, '3.0'))
  } catch {
    throw new DocumentError(NO_DESCRIPTION)
  }
}

function parseText(text: string): unknown {
  try {
    const plain = text.replace(/^\uFEFF/, '')
    return plain.trimStart().startsWith('{') ? parseJson(plain) : parseYaml(plain)
  } catch (error) {
    // Deep nesting overflows the parser's stack; that too is the document's fault.
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
    throw new DocumentError(say('documentUnreadable', { reason: reason.slice(0, 200) }))
  }
}

function parseJson(text: string): unknown {
  if (!hasFewJsonParts(Buffer.from(text))) throw new Error('it has too many parts.')
  const value: unknown = JSON.parse(text)
  const names = text.match(/"(?:[^"\\]|\\.)*"\s*:?/g)?.filter((one) => one.endsWith(':')).length ?? 0
  if (names !== countNames(value)) throw new Error('a name stands twice in one of its parts.')
  return value
}

function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const parts: unknown[] = Object.values(value)
  return parts.reduce((sum: number, part) => sum + countNames(part), Array.isArray(value) ? 0 : parts.length)
}

/** Only the first document counts. Fails where a name stands twice in one part. */
function parseYaml(text: string): unknown {
  // Before the parser runs, which takes its time by them; counted no further than is accepted.
  let marks = 0
  for (const _ of text.matchAll(/[\n\r,[{?*&!]|- /g)) if (++marks > MAXIMUM_MARKS) throw new Error(TOO_MANY_PARTS)
  const [document] = loadAll(text, { schema, maxAliases: MAXIMUM_ALIASES, maxDepth: MAXIMUM_NESTING })
  if (countParts(document, 0) > MAXIMUM_PARTS) throw new Error(TOO_MANY_PARTS)
  return document
}

const schema = CORE_SCHEMA.withTags(mergeTag)

const TOO_MANY_PARTS = 'it has too many parts for YAML. Give it as JSON.'

/** Goes no further than it accepts. */
function countParts(value: unknown, before: number, depth = 0): number {
  let count = before + 1
  if (typeof value !== 'object' || value === null) return count
  if (depth > MAXIMUM_NESTING) return Number.POSITIVE_INFINITY
  for (const part of Object.values(value)) {
    count = countParts(part, count, depth + 1)
    if (count > MAXIMUM_PARTS) break
  }
  return count
}

/** Stands for the host of a server whose address is relative to a document without one. */
const NO_HOST = 'http://document.invalid'

export type DocumentServers = ReturnType<typeof readServers>

/**
 * Reads where a service lives. An operation at another address is noted: a gateway has one.
 * @param lists lists of servers of each operation: its own, then that of its path
 */
export function readServers(
  root: Record<string, unknown>,
  documentUrl: string | null,
  lists: readonly (readonly unknown[])[],
) {
  const resolve = (servers: unknown) => resolveServer(servers, documentUrl)
  const named = (own: readonly unknown[]) => own.map(resolve).find((url) => url !== null) ?? null
  const all = lists.map(named)
  // A document may name its server at each path only.
  const main = resolve(root.servers) ?? (all.includes(null) ? null : all[0]) ?? URL.parse('/', documentUrl ?? NO_HOST)
  const base = addressOf(main)
  const isHostless = base.startsWith(NO_HOST)
  return {
    /** Null where the document names no host. */
    url: isHostless ? null : base,
    /** Path of the service by a document that names no host; null for none. */
    path: isHostless ? base.slice(NO_HOST.length) || null : null,
    checkHost: (own: readonly unknown[], losses: Losses) => {
      const address = addressOf(named(own) ?? main)
      if (address !== base) lose(losses, say('unread.elsewhere', { address }), true)
    },
  }
}

const MAXIMUM_SERVERS = 50

/** The first server that is asked over HTTP, with its variables' usual values. */
function resolveServer(servers: unknown, documentUrl: string | null): URL | null {
  for (const server of Array.isArray(servers) ? servers.slice(0, MAXIMUM_SERVERS) : []) {
    if (!isRecord(server) || typeof server.url !== 'string') continue
    const variables = recordOf(server.variables)
    const named = server.url.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => {
      const usual = Object.hasOwn(variables, name) ? recordOf(variables[name]).default : undefined
      return typeof usual === 'string' ? usual : whole
    })
    const url = URL.parse(named, documentUrl ?? NO_HOST)
    if (url && /^https?:$/.test(url.protocol) && !/[{}]|%7B|%7D/i.test(url.href)) return url
  }
  return null
}

const addressOf = (url: URL | null): string => (url ? `${url.origin}${url.pathname}` : '').replace(/\/+$/, '')
