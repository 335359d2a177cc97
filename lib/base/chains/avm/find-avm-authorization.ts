import type { Authorization, AuthorizationTruth } from '../authorization'
import { RpcUnreachableError } from '../errors'
import type { Algod } from './algod'
import type { Indexer } from './indexer'

/** Algod finds a transaction for this many rounds after it was confirmed. */
const REMEMBERED_ROUNDS = 1_000n

/**
 * `findAuthorization` for Algorand, by the transaction's own id. Blocks are final at once.
 * Algod forgets: once its memory no longer reaches back to the first round in which the payment could land, the indexer
 * is asked; without one an unknown transaction is `undecidable`. Throws `RpcUnreachableError`.
 */
export async function findAvmAuthorization(
  algod: Algod,
  indexer: Indexer | null,
  authorization: Authorization,
): Promise<AuthorizationTruth> {
  const [transaction = '', firstRound = '0', lastRound = '0'] = authorization.nonce.split(':')
  const { amountAtomic, payTo } = authorization
  const settled: AuthorizationTruth = { state: 'settled', transaction, amountAtomic, payTo }
  const round = await readRound(algod, authorization.network)
  const found = await algod((client) => client.pendingTransactionInformation(transaction))
  if (found?.confirmedRound) return settled
  if (round <= BigInt(lastRound)) return { state: 'unused' }
  // The earliest block that could hold it comes after its first valid round.
  if (round - REMEMBERED_ROUNDS <= BigInt(firstRound) + 1n) return { state: 'expired' }
  if (!indexer) return { state: 'undecidable', reason: 'The node no longer remembers, and no indexer is configured.' }
  // Its round is read first: transactions after it may not be indexed yet.
  const indexedRound = await indexer.readRound()
  if (await indexer.hasTransaction(transaction)) return settled
  return indexedRound > BigInt(lastRound) ? { state: 'expired' } : lateIndexer
}

const lateIndexer: AuthorizationTruth = {
  state: 'unreadable',
  reason: 'The indexer has not seen the last round in which the payment could land.',
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
