import { setTimeout as sleep } from 'node:timers/promises'
import type { SettlementChain } from '@/lib/base/chains/settlement/settlement-chain'
import { type Database, type DatabaseTransaction, prepared } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { countLanded, readLedgerNonce, readNextNonce, type StoreAnswer } from './ledger/store-transaction'
import { maxLagMs } from './watch-tools'

/** The next nonce of each gas wallet as this instance expects it; the ledger decides. */
export type WalletNonces = {
  /** Null on chains whose transactions have no nonce of ours. */
  expected(wallet: string): Promise<bigint | null>
  /** Runs an attempt to store a transaction under the wallet's next nonce; see `NonceUse`. */
  use<T extends { answer: StoreAnswer | 'refused' }>(wallet: string, attempt: (use: NonceUse) => Promise<T>): Promise<T>
}

/** The nonce to sign for, and the database to store in, which may hold the wallet for the attempt. */
export type NonceUse = { nonce: bigint | null; database: Database | DatabaseTransaction }

/** How long an instance takes turns on a wallet after another one was faster. */
const TAKES_TURNS_MS = 5_000

/**
 * Assumes that no other instance uses the wallet. Where another was faster, the next attempts wait for their turn
 * before they sign, for a while: the loser of a race signs in vain.
 */
export function createWalletNonces(database: Database, chain: SettlementChain): WalletNonces {
  const { network } = chain
  const nonces = new Map<string, bigint | null>()
  const takesTurnsUntil = new Map<string, number>()

  const expected: WalletNonces['expected'] = async (wallet) => {
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
  return {
    expected,
    async use(wallet, attempt) {
      const first = await expected(wallet)
      const isInTurn = first !== null && performance.now() < (takesTurnsUntil.get(wallet) ?? 0)
      const { nonce, result } = isInTurn
        ? await inTurn(database, { network, wallet }, attempt)
        : { nonce: first, result: await attempt({ nonce: first, database }) }
      if (result.answer === 'stored') {
        if (nonce !== null) nonces.set(wallet, nonce + 1n)
        return result
      }
      if (result.answer === 'refused') return result
      if (result.answer === 'raced') takesTurnsUntil.set(wallet, performance.now() + TAKES_TURNS_MS)
      await reread(wallet, nonce)
      return result
    },
  }
}

/**
 * Signs and stores while the other instances that take turns on the wallet wait. It is a separate lock, taken before
 * any row's: the rows of settlements and wallets are locked in the one common order.
 */
async function inTurn<T>(
  database: Database,
  wallet: { network: string; wallet: string },
  attempt: (use: NonceUse) => Promise<T>,
): Promise<{ nonce: bigint | null; result: T }> {
  return database.$transaction(async (transaction) => {
    await transaction.$executeRaw`${prepared}
      SELECT pg_advisory_xact_lock(hashtextextended(${`gas ${wallet.network} ${wallet.wallet}`}, 0))`
    const nonce = await readLedgerNonce(transaction, wallet)
    return { nonce, result: await attempt({ nonce, database: transaction }) }
  })
}

/**
 * Fails with CHAIN_BEHIND_LEDGER when the chain knows fewer transactions of the wallet than the ledger saw landing: it
 * was reset or rolled back, and transactions sent now would wait for ever.
 */
async function readNonce(database: Database, chain: SettlementChain, wallet: string): Promise<bigint | null> {
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
