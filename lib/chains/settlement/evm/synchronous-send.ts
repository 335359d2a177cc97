import {
  BaseError,
  type Hex,
  InvalidParamsRpcError,
  keccak256,
  MethodNotFoundRpcError,
  type PublicClient,
  type TransactionReceipt,
} from 'viem'

/**
 * Sending and waiting in one call (EIP-7966), where a node has it: its answer is the receipt. What it says of its own
 * transaction counts as much as an answer to `eth_getTransactionReceipt`, and is read once.
 */
export type SynchronousSend = {
  /** Whether the node says that it has the call; false until it has said so. */
  isOfferedBy(node: PublicClient): boolean
  /** Resolves when the transaction is mined. Fails as sending does, and when the node waits no longer. */
  send(node: PublicClient, raw: Hex): Promise<void>
  /** The receipt that came with the answer, for the first caller; null when there is none. */
  takeReceipt(hash: string): TransactionReceipt | null
}

/** Far more than are on their way at once; older ones are dropped. */
const MAX_RECEIPTS = 500

export function createSynchronousSend(): SynchronousSend {
  const offers = new Map<PublicClient, boolean>()
  const receipts = new Map<string, TransactionReceipt>()
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
      const receipt = await node.sendRawTransactionSync(order).catch((error: unknown) => {
        if (error instanceof MethodNotFoundRpcError) offers.set(node, false)
        throw error
      })
      const hash = keccak256(raw)
      if (receipt.transactionHash !== hash) return
      const [oldest] = receipts.size < MAX_RECEIPTS ? [] : receipts.keys()
      if (oldest !== undefined) receipts.delete(oldest)
      receipts.set(hash, receipt)
    },
    takeReceipt(hash) {
      const receipt = receipts.get(hash) ?? null
      receipts.delete(hash)
      return receipt
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
