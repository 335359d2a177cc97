import { findJsonFault, isRecord, recordOf } from '@/lib/base/x402/header-codec'
import { CANNOT_BE_JUDGED, findSchemaViolation } from '@/lib/base/x402/json-schema'
import type { Entry } from '../entry/entry'
import type { Bought } from '../ports'

export type Fit = { fit: 'fits' | 'contradicts' | null; misfit: string | null }

const undeclared: Fit = { fit: null, misfit: null }
const contradicts = (misfit: string): Fit => ({ fit: 'contradicts', misfit: misfit.slice(0, 300) })

/**
 * Compares a paid answer with the declared content type and JSON Schema. `misfit` has only words of the declaration:
 * what was paid for is not told.
 */
export function checkFit(
  entry: Pick<Entry, 'type' | 'mimeType' | 'output' | 'extensions'>,
  { mediaType, body, isCut }: NonNullable<Bought['answer']>,
): Fit {
  // A tool's result has no media type to compare.
  const declared = entry.type === 'mcp' ? null : essenceOf(entry.mimeType)
  const answered = essenceOf(mediaType)
  if (declared !== null && !isSameType(declared, answered))
    return contradicts(`The answer is ${answered ?? 'without a content type'}; declared is ${declared}.`)
  const schema = answerSchemaOf(entry)
  const isJson = schema !== null || entry.output?.type === 'json' || (declared !== null && isJsonType(declared))
  if (!isJson || isCut) return declared === null || isCut ? undeclared : { fit: 'fits', misfit: null }
  const value = parse(body)
  if (value === undefined) return contradicts('The answer is no JSON.')
  const violation = schema && findSchemaViolation(schema, value)
  if (violation === CANNOT_BE_JUDGED) return undeclared
  return violation ? contradicts(`The answer does not fit its schema: ${inWordsOf(schema, violation)}.`) : fits
}

const fits: Fit = { fit: 'fits', misfit: null }

/** The schema of the answer: the extension calls the answer `example`. */
function answerSchemaOf({ extensions }: Pick<Entry, 'extensions'>): Record<string, unknown> | null {
  const { schema } = recordOf(recordOf(extensions).bazaar)
  const output = recordOf(recordOf(recordOf(schema).properties).output)
  const { example } = recordOf(output.properties)
  return isRecord(example) && Object.keys(example).length > 0 ? example : null
}

/** A violation begins with its place in the answer: names there that are not the schema's own are the seller's content. */
function inWordsOf(schema: Record<string, unknown>, violation: string): string {
  const known = JSON.stringify(schema)
  const place = /^(?:the value|((?:\/[\w.$-]+)+)) (?:must|is) /.exec(violation)
  const names = (place?.[1] ?? '').split('/').slice(1)
  const isOwn = place !== null && names.every((name) => /^\d+$/.test(name) || known.includes(JSON.stringify(name)))
  return isOwn ? violation : 'it has something that the schema does not allow'
}

function parse(body: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return findJsonFault(value) === 'too_deep' ? undefined : value
  } catch {
    return undefined
  }
}

const essenceOf = (mediaType: string | null): string | null => mediaType?.split(';')[0]?.trim().toLowerCase() || null

const isJsonType = (type: string): boolean => type === 'application/json' || type.endsWith('+json')

const isSameType = (declared: string, answered: string | null): boolean =>
  declared === answered || (answered !== null && declared === 'application/json' && isJsonType(answered))
