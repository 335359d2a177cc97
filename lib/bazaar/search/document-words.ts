import { isRecord } from '@/lib/base/x402/header-codec'
import type { EntryDraft } from '../entry/draft'
import { isStopWord, splitWords, stem } from './tokenize'

/**
 * Where a word stands: A name and tags, B address, C prose, D parameters and answers. The letters are PostgreSQL's
 * weights, so that one tsvector holds all four.
 */
export type WordField = 'A' | 'B' | 'C' | 'D'

export type DocumentWords = {
  /** Stem to positions; a position is unique in the document and grows from field to field. */
  positions: Map<string, { field: WordField; at: number }[]>
  words: Set<string>
  /** Indexed words of the path, without the host's. */
  pathLength: number
}

const FIELD_STARTS: Record<WordField, number> = { A: 1, B: 400, C: 1_000, D: 5_000 }
const FIELD_LIMITS: Record<WordField, number> = { A: 60, B: 60, C: 600, D: 160 }
const MAX_POSITIONS_PER_WORD = 12
/** Position where the path begins within the address; the host stands before it. */
export const PATH_START = 430

type Describable = Pick<
  EntryDraft,
  'resource' | 'host' | 'toolName' | 'name' | 'serviceName' | 'tags' | 'description'
> & { input: unknown; output: unknown; metadata: unknown }

/**
 * The words by which an entry is found. Each field is cut at a length, and a word counts a dozen times at most, so that
 * length gains nothing. `isBoilerplate` leaves the prose out: text that many entries repeat describes none of them.
 */
export function documentWords(entry: Describable, { isBoilerplate = false } = {}): DocumentWords {
  const document: DocumentWords = { positions: new Map(), words: new Set(), pathLength: 0 }
  addField(document, 'A', [entry.serviceName, entry.name, entry.toolName, ...entry.tags, ...topicsOf(entry.metadata)])
  addField(document, 'B', [entry.host.replace(/^(www|api|x402)\./, '').slice(0, 120)])
  document.pathLength = addField(document, 'B', [pathText(entry.resource)], PATH_START)
  if (!isBoilerplate) addField(document, 'C', [withoutAddresses(entry.description ?? '')])
  addField(document, 'D', [parameterText(entry.input), parameterText(entry.output)])
  return document
}

function addField(
  document: DocumentWords,
  field: WordField,
  texts: (string | null)[],
  start = FIELD_STARTS[field],
): number {
  let at = start
  let added = 0
  const end = at + FIELD_LIMITS[field]
  for (const text of texts) {
    for (const word of splitWords(text ?? '')) {
      at += 1
      if (at > end) return added
      if (isStopWord(word) || /^\d{5,}$/.test(word)) continue
      document.words.add(word)
      added += 1
      const places = document.positions.get(stem(word)) ?? []
      if (places.length < MAX_POSITIONS_PER_WORD) places.push({ field, at })
      document.positions.set(stem(word), places)
    }
    at += 5
  }
  return added
}

/** Path segments, without those that identify one object instead of describing it. */
function pathText(resource: string): string {
  const path = resource.replace(/^[a-z0-9+.-]+:\/\/[^/]*/i, '')
  return path
    .split('/')
    .filter((segment) => !/^(0x)?[0-9a-f]{16,}$/i.test(segment) && !/^[0-9a-f]{8}-[0-9a-f-]{20,}$/i.test(segment))
    .join(' ')
}

/** Text without contract addresses and hashes, which name one object and describe nothing. */
const withoutAddresses = (text: string): string => text.replace(/\b0x[0-9a-f]{16,}\b/gi, ' ')

function topicsOf(metadata: unknown): string[] {
  if (!isRecord(metadata)) return []
  const topics = [metadata.category, metadata.categories, metadata.tags].flat()
  return topics.filter((topic): topic is string => typeof topic === 'string').slice(0, 12)
}

const SCHEMA_WORDS = new Set(
  'type method http mcp json properties required description example format discoverable input output schema query params body fields headers additional items object string number boolean integer array inputschema outputschema queryparams bodytype bodyfields pathparams'.split(
    ' ',
  ),
)

/** Names of parameters and answer fields with their descriptions; schema vocabulary left out. */
function parameterText(schema: unknown): string {
  const parts: string[] = []
  const visit = (value: unknown, depth: number): void => {
    if (depth > 6 || parts.length > 120 || !isRecord(value)) return
    for (const [key, item] of Object.entries(value)) {
      const isSchemaWord = SCHEMA_WORDS.has(key.toLowerCase().replace(/[^a-z]/g, '')) || key.startsWith('$')
      if (!isSchemaWord) parts.push(key)
      if (key === 'description' && typeof item === 'string') parts.push(item.slice(0, 200))
      visit(Array.isArray(item) ? item[0] : item, depth + 1)
    }
  }
  visit(schema, 0)
  return parts.join(' ')
}

/** The document as PostgreSQL reads a tsvector: `'weather':3A,1010C`. */
export function toTsvector(document: DocumentWords): string {
  const parts: string[] = []
  for (const [word, places] of document.positions) {
    const list = places.map(({ field, at }) => `${at}${field}`).join(',')
    parts.push(`'${word.replace(/['\\]/g, '')}':${list}`)
  }
  return parts.join(' ')
}
