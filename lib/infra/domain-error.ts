import type { DomainCode } from './domain-codes'

/**
 * A refused action. `code` is stable and meant for programs (`ROUTE_NOT_FOUND`); `message` is one plain sentence
 * for people that says what was expected, what was received and what to do. Neither holds keys, signatures or payloads.
 */
export class DomainError extends Error {
  readonly code: DomainCode

  constructor(code: DomainCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'DomainError'
    this.code = code
  }
}

/**
 * Tells a refusal from a broken world. Compares by shape, because Next.js loads a module several times in one
 * process and `instanceof` would then miss errors of the other copy.
 */
export function isDomainError(error: unknown): error is DomainError {
  return error instanceof Error && error.name === 'DomainError' && 'code' in error && typeof error.code === 'string'
}
