import { setTimeout as sleep } from 'node:timers/promises'
import type { SettlementChain } from '@/lib/base/chains/settlement/settlement-chain'
import { type Database, type DatabaseTransaction, sql } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { countLanded, readLedgerNonce, readNextNonce, type StoreAnswer } from './ledger/store-transaction'
import { maxLagMs } from './watch-transaction'

/** The next nonce of each gas wallet as this instance expects it; the ledger decides. */
export type WalletNonces = ReturnType<typeof createWalletNonces>

/** The nonce to sign for; `turn`: the transaction to store in, where the instance has the wallet's lock. */
export type NonceUse = { nonce: bigint | null; turn: DatabaseTransaction | null }

/** How long an instance takes turns on a wallet after another one was faster. */
const TAKES_TURNS_MS = 5_000

/** The database ends a turn in which it is asked for nothing for so long: its instance may be stopped. */
const MAX_TURN_MS = 4_000

/**
 * The first use of a wallet reads its next nonce from ledger and chain; later ones count on from the last that was stored
 * here, as if no other instance used the wallet. Where another was faster, the statement that stores a transaction
 * refuses a nonce that is taken: the signature was in vain, and the next nonce is read again. For some seconds the
 * attempts then take the wallet's lock before they read and sign. The lock only saves signatures; that statement is
 * what keeps a nonce from being used twice.
 */
export function createWalletNonces(database: Database, chain: SettlementChain, { maxTurnMs = MAX_TURN_MS } = {}) {
  const { network } = chain
  const nonces = new Map<string, bigint | null>()
  const takesTurnsUntil = new Map<string, number>()

  const expected = async (wallet: string) => {
    const known = nonces.get(wallet)
    if (known !== undefined) return known
    const nonce = await readNonce(database, chain, wallet)
    nonces.set(wallet, nonce)
    return nonce
  }
  /** The ledger knows the next one; otherwise the chain is asked. */
  const reread = async (wallet: string, taken: bigint | null) => {
    const next = await readLedgerNonce(database, { network, wallet })
    if (next !== null && taken !== null && next > taken) nonces.set(wallet, next)
    else nonces.delete(wallet)
  }
  /**
   * A lock of its own, taken before any row's: the rows of settlements and wallets are locked in the one common order. It
   * ends with its transaction, so that it also works behind a pooler.
   */
  const inTurn = <T>(wallet: string, attempt: (use: NonceUse) => Promise<T>) =>
    database.$transaction(async (turn) => {
      await turn.execute(sql`
        SELECT pg_advisory_xact_lock(hashtextextended(${`gas ${network} ${wallet}`}, 0)),
          set_config('idle_in_transaction_session_timeout', ${String(maxTurnMs)}, true)`)
      const nonce = await readLedgerNonce(turn, { network, wallet })
      return { nonce, result: await attempt({ nonce, turn }) }
    })
  return {
    /** Null on chains whose transactions have no nonce of ours. */
    expected,
    /** Runs an attempt to store a transaction under the wallet's next nonce. */
    async use<T extends { answer: StoreAnswer | 'refused' }>(wallet: string, attempt: (use: NonceUse) => Promise<T>) {
      const first = await expected(wallet)
      const isInTurn = first !== null && performance.now() < (takesTurnsUntil.get(wallet) ?? 0)
      const { nonce, result } = isInTurn
        ? await inTurn(wallet, attempt)
        : { nonce: first, result: await attempt({ nonce: first, turn: null }) }
      if (result.answer === 'refused' || nonce === null) return result
      if (result.answer === 'stored') {
        nonces.set(wallet, nonce + 1n)
        return result
      }
      if (result.answer === 'raced') takesTurnsUntil.set(wallet, performance.now() + TAKES_TURNS_MS)
      await reread(wallet, nonce)
      return result
    },
  }
}

/**
 * Fails with CHAIN_BEHIND_LEDGER when the chain knows fewer transactions of the wallet than the ledger saw landing: it
 * was reset or rolled back, and transactions sent now would wait for ever.
 */
export async function readNonce(database: Database, chain: SettlementChain, wallet: string): Promise<bigint | null> {
  const { network } = chain
  // Counted before the chain is asked: what lands in between can only make the chain look further ahead.
  const landed = await countLanded(database, { network, wallet })
  const until = performance.now() + maxLagMs(chain)
  for (;;) {
    const { nextNonce: chainNonce } = await chain.readWallet(wallet)
    if (chainNonce === null) return null
    if (chainNonce >= landed) return readNextNonce(database, { network, wallet, chainNonce })
    if (performance.now() > until) break
    await sleep(chain.pollIntervalMs)
  }
  throw new DomainError('CHAIN_BEHIND_LEDGER', `${network} lacks transactions that the ledger saw landing on it.`)
}
