/**
 * A payment payload, or its terms, that cannot be settled. `reason` is the code that goes on the wire; the SDK's own
 * where it has one. The message never repeats what the payer sent.
 */
export class PayloadError extends Error {
  constructor(
    readonly reason: string,
    message: string,
  ) {
    super(message)
    this.name = 'PayloadError'
  }
}

export const isPayloadError = (error: unknown): error is PayloadError =>
  error instanceof Error && error.name === 'PayloadError'

/** Returns what `read` returns, or the wire's reason from its `PayloadError`, with its message. */
export function orReason<T>(read: () => T): T | { reason: string; message: string } {
  try {
    return read()
  } catch (error) {
    if (isPayloadError(error)) return { reason: error.reason, message: error.message }
    throw error
  }
}

/** No RPC of that network answered in time. The chain's state is unknown; nothing may be concluded. */
export class RpcUnreachableError extends Error {
  constructor(
    readonly network: string,
    options?: { cause: unknown },
  ) {
    super(`No RPC endpoint of ${network} answered in time.`, options)
    this.name = 'RpcUnreachableError'
  }
}

/** Compares by name: Next.js loads a module several times in one process, and `instanceof` would miss a copy. */
export const isRpcUnreachable = (error: unknown): error is RpcUnreachableError =>
  error instanceof Error && error.name === 'RpcUnreachableError'
