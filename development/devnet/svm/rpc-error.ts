/** An answer that JSON-RPC gives instead of a result; codes are Solana's. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message)
    this.name = 'RpcError'
  }
}

export const invalidParams = (message: string) => new RpcError(-32602, `Invalid params: ${message}`)
