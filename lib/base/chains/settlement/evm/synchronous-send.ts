import { BaseError, type Hex, InvalidParamsRpcError, MethodNotFoundRpcError, type PublicClient } from 'viem'

/**
 * Sending and waiting in one call (EIP-7966), where a node has it. The receipt in its answer only says when to look: it
 * may tell of a block that is not sealed yet.
 */
export type SynchronousSend = {
  /** True once the node has said that it supports the call. */
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

/** Calls it without a transaction: a node that lacks the call answers that it does not know the method. */
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
