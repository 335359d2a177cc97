import { setTimeout as sleep } from 'node:timers/promises'
import type { SettlementChain } from '@/lib/base/chains/settlement/settlement-chain'
import type { Database } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { countLanded, readGasWallet, readNextNonce, type StoreAnswer } from './ledger/store-transaction'
import { maxLagMs } from './watch-tools'

/** The next nonce of each gas wallet as this instance expects it; the ledger decides. */
export type WalletNonces = {
  /** Null on chains whose transactions have no nonce of ours. */
  expected(wallet: string): Promise<bigint | null>
  /**
   * Runs an attempt to store a transaction under the wallet's next nonce. `isElsewhere`: it was not stored, as another
   * instance sends for the wallet now.
   */
  use<T extends { answer: StoreAnswer | 'refused' }>(
    wallet: string,
    attempt: (nonce: bigint | null) => Promise<T>,
  ): Promise<T & { isElsewhere?: boolean }>
}

/** Assumes that this instance, `holder`, is the wallet's only sender. Where it is not, the ledger tells. */
export function createWalletNonces(database: Database, chain: SettlementChain, holder: string): WalletNonces {
  const { network } = chain
  const nonces = new Map<string, bigint | null>()

  const expected: WalletNonces['expected'] = async (wallet) => {
    const known = nonces.get(wallet)
    if (known !== undefined) return known
    const nonce = await readNonce(database, chain, wallet)
    nonces.set(wallet, nonce)
    return nonce
  }
  return {
    expected,
    async use(wallet, attempt) {
      const nonce = await expected(wallet)
      const result = await attempt(nonce)
      if (result.answer === 'refused' || nonce === null) return result
      if (result.answer === 'stored') {
        nonces.set(wallet, nonce + 1n)
        return result
      }
      const ledger = await readGasWallet(database, { network, wallet, holder })
      const isElsewhere = ledger?.isElsewhere ?? false
      if (ledger && (ledger.nextNonce > nonce || isElsewhere)) nonces.set(wallet, ledger.nextNonce)
      else nonces.delete(wallet)
      return result.answer === 'raced' ? { ...result, isElsewhere } : result
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
