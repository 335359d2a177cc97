import { BaseError, type Hex, HttpRequestError, type PublicClient, TimeoutError } from 'viem'
import type { SendResult } from '../settlement-chain'

/**
 * Sends a signed transaction to every endpoint, so that one that drops it does no harm. Safe to repeat: the same bytes
 * are the same transaction.
 */
export async function sendRawTransaction(nodes: readonly PublicClient[], raw: string): Promise<SendResult> {
  const results = await Promise.all(nodes.map((node) => sendTo(node, raw as Hex))) // Our own signing made it.
  for (const kind of ['accepted', 'stale', 'impossible', 'refused'] as const) {
    const result = results.find((entry) => entry.kind === kind)
    if (result) return result
  }
  return { kind: 'unreachable' }
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
