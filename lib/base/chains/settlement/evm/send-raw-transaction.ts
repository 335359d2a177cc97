import {
  BaseError,
  type Hex,
  HttpRequestError,
  InvalidParamsRpcError,
  MethodNotFoundRpcError,
  type PublicClient,
  TimeoutError,
} from 'viem'
import { QUORUM_NODES } from '@/lib/base/chains/quorum'
import type { SendResult } from '../settlement-chain'

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

/** One network's endpoints, and those that answer a send when it is mined. */
type Nodes = { nodes: readonly PublicClient[]; synchronous: SynchronousSend }

/**
 * Sends a signed transaction to every endpoint, so that one that drops it does no harm. Safe to repeat: the same bytes
 * are the same transaction. With `isWaiting`, nodes that can answer when it is mined do so.
 */
export async function sendRawTransaction(rpc: Nodes, raw: string, isWaiting: boolean): Promise<SendResult> {
  const results = await Promise.all(
    rpc.nodes.map(async (node) => {
      // Where two nodes must agree, one node's receipt is of no use.
      const isSynchronous = isWaiting && rpc.nodes.length < QUORUM_NODES && rpc.synchronous.isOfferedBy(node)
      return isSynchronous ? sendSynchronously(rpc, node, raw as Hex) : sendTo(node, raw as Hex) // Our own signing made it.
    }),
  )
  for (const kind of ['accepted', 'stale', 'impossible', 'refused'] as const) {
    const result = results.find((entry) => entry.kind === kind)
    if (result) return result
  }
  return { kind: 'unreachable' }
}

async function sendSynchronously({ synchronous }: Nodes, node: PublicClient, raw: Hex): Promise<SendResult> {
  try {
    await synchronous.send(node, raw)
    return { kind: 'accepted' }
  } catch {
    // It may have waited long enough, or refuse: sending the same bytes again tells.
    return sendTo(node, raw)
  }
}

async function sendTo(node: PublicClient, raw: Hex): Promise<SendResult> {
  try {
    await node.sendRawTransaction({ serializedTransaction: raw })
    return { kind: 'accepted' }
  } catch (error) {
    return resultOf(error)
  }
}

/**
 * Nodes' messages for a transaction that can never be in a block, with any fees and balance: geth's and its
 * descendants', reth's, erigon's, nethermind's and anvil's. All others may pass.
 */
const NEVER = [
  /exceeds (the )?block gas ?limit|gas_limit > (env\.)?block|CallGasCostMoreThanGasLimit|caller gas limit|block gas limit exceeded/i,
  /gas ?limit ?exceeded|gas limit too high|maximum per-?transaction gas|intrinsic gas|floor data gas|gas required exceeds/i,
  /priority fee per gas (higher|greater)|tip (above|higher than) fee ?cap|exceeds the configured cap|fee cap too (high|low)/i,
  /invalid sender|invalid signature|invalid chain ?id|transaction type not supported|oversized|init ?code size/i,
]

function resultOf(error: unknown): SendResult {
  const text = error instanceof BaseError ? `${error.details} ${error.message}` : String(error)
  if (/already (known|imported)|known transaction/i.test(text)) return { kind: 'accepted' }
  if (/nonce too low|nonce is too low|lower than the current nonce|nonce has already been used/i.test(text)) {
    return { kind: 'stale' }
  }
  const isSilence =
    error instanceof BaseError &&
    error.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError) !== null
  if (isSilence) return { kind: 'unreachable' }
  const message = error instanceof BaseError ? error.details : 'The node refused the transaction.'
  const isImpossible = !/insufficient/i.test(message) && NEVER.some((words) => words.test(message))
  return { kind: isImpossible ? 'impossible' : 'refused', message }
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
