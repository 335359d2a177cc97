import { setTimeout as sleep } from 'node:timers/promises'
import type { SettlementChain } from '@/lib/chains/settlement/settlement-chain'
import type { Database } from '@/lib/infra/database'
import { DomainError } from '@/lib/infra/domain-error'
import { countLanded, readLedgerNonce, readNextNonce } from './ledger/store-transaction'
import { maxLagMs } from './node-lag'

/** The next nonce of each gas wallet as this instance expects it; the ledger has the last word. */
export type WalletNonces = {
  /** Null on chains whose transactions have no nonce of ours. */
  expected(wallet: string): Promise<bigint | null>
  /** The expected nonce was stored with a transaction. */
  advance(wallet: string): void
  /** Another instance took it: the ledger knows the next one; the chain is asked where it does not. */
  reread(wallet: string): Promise<void>
}

export function createWalletNonces(database: Database, chain: SettlementChain): WalletNonces {
  const nonces = new Map<string, bigint | null>()
  return {
    async expected(wallet) {
      const known = nonces.get(wallet)
      if (known !== undefined) return known
      const nonce = await readNonce(database, chain, wallet)
      nonces.set(wallet, nonce)
      return nonce
    },
    advance(wallet) {
      const nonce = nonces.get(wallet)
      if (typeof nonce === 'bigint') nonces.set(wallet, nonce + 1n)
    },
    async reread(wallet) {
      const taken = nonces.get(wallet)
      const next = await readLedgerNonce(database, { network: chain.network, wallet })
      if (next !== null && typeof taken === 'bigint' && next > taken) nonces.set(wallet, next)
      else nonces.delete(wallet)
    },
  }
}

/**
 * Fails with CHAIN_BEHIND_LEDGER when the chain knows fewer transactions of the wallet than the ledger saw landing:
 * it was reset or rolled back, and whatever is sent now would wait for ever.
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
