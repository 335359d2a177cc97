import { inEnglish } from '@/lib/base/sentences/in-english'
import type { Sentence } from '@/lib/base/sentences/sentence'
import type { DomainCode, ProgramCode, RefusalCode } from './domain-codes'

/**
 * A refused action. `code` is stable and meant for programs (`ROUTE_NOT_FOUND`); `sentence` says what was expected,
 * what was received and what to do, and `message` is its English. Neither holds keys, signatures or payloads.
 * Plain English is only for programs and operators: no page translates it.
 */
export class DomainError<Code extends DomainCode = DomainCode> extends Error {
  readonly code: Code
  readonly sentence: Sentence | null

  constructor(code: Code, words: Words<Code>, options: { cause?: unknown } = {}) {
    super(typeof words === 'string' ? words : inEnglish(words), options)
    this.name = 'DomainError'
    this.code = code
    this.sentence = typeof words === 'string' ? null : words
  }
}

type Words<Code extends DomainCode> = [Code] extends [Exclude<RefusalCode, ProgramCode>] ? Sentence : Sentence | string

/**
 * True for a refusal, false for any other error. Compares by shape, because Next.js loads a module several times in one
 * process and `instanceof` would then miss errors of the other copy.
 */
export function isDomainError(error: unknown): error is DomainError {
  return error instanceof Error && error.name === 'DomainError' && 'code' in error && typeof error.code === 'string'
}
