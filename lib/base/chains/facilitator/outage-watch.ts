import { RpcUnreachableError } from '../errors'

/**
 * Remembers that an RPC was silent while the SDK decided. Its schemes catch every failure and call the payment
 * invalid; a verdict that came about that way must not be passed on.
 */
export type OutageWatch = {
  watch: <T>(read: Promise<T>) => Promise<T>
  throwIfSeen: () => void
}

export function createOutageWatch(): OutageWatch {
  let seen: RpcUnreachableError | null = null
  return {
    watch: async (read) => {
      try {
        return await read
      } catch (error) {
        if (error instanceof RpcUnreachableError) seen = error
        throw error
      }
    },
    throwIfSeen: () => {
      if (seen) throw seen
    },
  }
}
