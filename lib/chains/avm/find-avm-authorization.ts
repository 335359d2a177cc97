import type { Authorization, AuthorizationTruth } from '../authorization'
import { RpcUnreachableError } from '../errors'
import type { Algod } from './algod'

/** Algod finds a transaction for this many rounds after it was confirmed. */
const REMEMBERED_ROUNDS = 1_000n

/**
 * `findAuthorization` for Algorand, by the transaction's own id. Blocks are final at once.
 * Algod forgets: once its memory no longer reaches back to the first round in which the payment could land, an
 * unknown transaction is `unreadable`. Throws `RpcUnreachableError`.
 */
export async function findAvmAuthorization(algod: Algod, authorization: Authorization): Promise<AuthorizationTruth> {
  const [transaction = '', firstRound = '0', lastRound = '0'] = authorization.nonce.split(':')
  const round = await readRound(algod, authorization.network)
  const found = await algod((client) => client.pendingTransactionInformation(transaction))
  if (found?.confirmedRound) {
    const { amountAtomic, payTo } = authorization
    return { state: 'settled', transaction, amountAtomic, payTo }
  }
  if (round <= BigInt(lastRound)) return { state: 'unused' }
  // The earliest block that could hold it comes after its first valid round.
  if (round - REMEMBERED_ROUNDS <= BigInt(firstRound) + 1n) return { state: 'expired' }
  return { state: 'unreadable', reason: 'The transaction may be older than the node remembers.' }
}

async function readRound(algod: Algod, network: string): Promise<bigint> {
  const round = await algod(async (client) => {
    const { lastRound } = await client.status()
    // A page of something else parses too, to an answer without fields.
    if (typeof lastRound !== 'bigint') throw new Error('Expected the status of a node.')
    return lastRound
  })
  if (round === null) throw new RpcUnreachableError(network)
  return round
}
