import { Composer, Lexer, Parser } from 'yaml'
import { inEnglish } from '@/lib/base/sentences/in-english'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { findJsonFault, isRecord } from '@/lib/base/x402/header-codec'

/** A document in a format that we read; its parts are not validated yet. */
export type ApiDocument = { version: string; paths: Record<string, unknown>; root: Record<string, unknown> }

/** Why a document cannot be read, as a sentence for the seller. */
export class DocumentError extends Error {
  override name = 'DocumentError'

  constructor(readonly sentence: Sentence) {
    super(inEnglish(sentence))
  }
}

export const MAXIMUM_DOCUMENT_BYTES = 1_000_000
/** A YAML document may repeat parts by alias; with more than this it is built to expand. */
const MAXIMUM_ALIASES = 100
/** More than an ordinary document of that size has; about a second of work. */
const MAXIMUM_LEXEMES = 300_000
const MAXIMUM_NESTING = 64

/** Parses an OpenAPI document of version 3.0, 3.1 or 3.2, as JSON or YAML. Fails with `DocumentError`. */
export function parseDocument(text: string): ApiDocument {
  if (Buffer.byteLength(text) > MAXIMUM_DOCUMENT_BYTES) throw new DocumentError(say('documentTooLarge'))
  const root = parseText(text)
  if (!isRecord(root) || findJsonFault(root) !== null) throw new DocumentError(NO_DESCRIPTION)
  const { openapi, swagger, paths } = root
  if (typeof swagger === 'string') throw new DocumentError(say('swagger'))
  if (typeof openapi !== 'string' || !/^3\.[0-2](\.\d+)?$/.test(openapi)) throw new DocumentError(NO_DESCRIPTION)
  if (!isRecord(paths)) throw new DocumentError(say('documentNoPaths'))
  return { version: openapi, paths, root }
}

const NO_DESCRIPTION = say('documentNone')

function parseText(text: string): unknown {
  try {
    const plain = text.replace(/^\uFEFF/, '')
    return plain.trimStart().startsWith('{') ? JSON.parse(plain) : parseYaml(plain)
  } catch (error) {
    // Deep nesting overflows the parser's stack; that too is the document's fault.
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
    throw new DocumentError(say('documentUnreadable', { reason: reason.slice(0, 200) }))
  }
}

/** Parses step by step, to stop a document that is built to keep the parser busy. Only the first document counts. */
function parseYaml(text: string): unknown {
  // Looking for duplicate keys takes time that grows with the square of their number.
  const [parser, composer] = [new Parser(), new Composer({ uniqueKeys: false, merge: true })]
  let [nesting, lexemes] = [0, 0]
  const documents = []
  for (const lexeme of new Lexer().lex(text)) {
    lexemes += 1
    nesting += nestingOf(lexeme)
    if (nesting > MAXIMUM_NESTING || lexemes > MAXIMUM_LEXEMES) throw new Error('it has too many parts.')
    for (const token of parser.next(lexeme)) documents.push(...composer.next(token))
  }
  for (const token of parser.end()) documents.push(...composer.next(token))
  const [document] = [...documents, ...composer.end()]
  const fault = document?.errors[0]
  if (fault) throw fault
  return document?.toJS({ maxAliasCount: MAXIMUM_ALIASES })
}

const nestingOf = (lexeme: string): number => {
  if (lexeme === '[' || lexeme === '{') return 1
  return lexeme === ']' || lexeme === '}' ? -1 : 0
}
