/** A key that is kept elsewhere did not sign; nothing was sent. The message says who holds it, and no secret. */
export class SignerError extends Error {
  /** The holder has another key than the address that is configured: waiting does not help. */
  readonly isOtherKey: boolean

  constructor(message: string, options: { isOtherKey?: boolean; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'SignerError'
    this.isOtherKey = options.isOtherKey ?? false
  }
}

export const isSignerError = (error: unknown): error is SignerError =>
  error instanceof Error && error.name === 'SignerError'
