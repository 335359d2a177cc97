import { BaseError, type Hex, InvalidParamsRpcError, MethodNotFoundRpcError, type PublicClient } from 'viem'

/**
 * Sending and waiting in one call (EIP-7966), where a node has it. The receipt that it answers with only says when to look:
 * it may tell of a block that is not sealed yet.
 */
export type SynchronousSend = {
  /** Whether the node says that it has the call; false until it has said so. */
  isOfferedBy(node: PublicClient): boolean
  /** Resolves when the transaction is mined. Fails as sending does, and when the node waits no longer. */
  send(node: PublicClient, raw: Hex): Promise<void>
}

export function createSynchronousSend(): SynchronousSend {
  const offers = new Map<PublicClient, boolean>()
  return {
    isOfferedBy(node) {
      const known = offers.get(node)
      if (known !== undefined) return known
      offers.set(node, false)
      void isOffered(node).then((answer) => (answer === null ? offers.delete(node) : offers.set(node, answer)))
      return false
    },
    async send(node, raw) {
      const order = { serializedTransaction: raw, throwOnReceiptRevert: false }
      await node.sendRawTransactionSync(order).catch((error: unknown) => {
        if (error instanceof MethodNotFoundRpcError) offers.set(node, false)
        throw error
      })
    },
  }
}

/** Asked without a transaction: a node that has the call misses it, one that has not knows no such method. */
async function isOffered(node: PublicClient): Promise<boolean | null> {
  try {
    // viem's type demands the transaction.
    await node.request({ method: 'eth_sendRawTransactionSync', params: [] as never }, { retryCount: 0 })
    return false
  } catch (error) {
    if (!(error instanceof BaseError) || !('code' in error)) return null
    return error instanceof InvalidParamsRpcError
  }
}
