import { randomUUID } from 'node:crypto'
import type { NetworkSettler } from './create-network-settler'
import { listMissingNonces, storeAtMissingNonce } from './ledger/wallet-order'
import type { FacilitatorDeps } from './ports'

/**
 * Sends empty transactions to ourselves at missing nonces below others of ours, which could never land otherwise.
 * Checks only while a transaction of the network is open.
 */
export async function fillGaps({ database, log }: FacilitatorDeps, settler: NetworkSettler): Promise<void> {
  const { chain } = settler
  if (!chain.fill || settler.openIds().length === 0) return
  const { network } = chain
  for (const wallet of chain.wallets) {
    const { nextNonce } = await chain.readWallet(wallet)
    if (nextNonce === null) continue
    for (const nonce of await listMissingNonces(database, { network, wallet, chainNonce: nextNonce })) {
      const signed = await chain.fill({ wallet, nonce, earlier: null })
      const id = randomUUID()
      if (!(await storeAtMissingNonce(database, { id, network, wallet, nonce, signed }))) continue
      log.warn({ network, wallet, nonce: nonce.toString() }, 'reconcile: a missing nonce is filled')
      const { hash, raw, lastValidHeight } = signed
      const sent = { wallet, nonce, hashes: [hash], raw, lastValidHeight }
      settler
        .resume({ id, network, sent, settlements: [] })
        ?.catch((error: unknown) => log.error({ err: error }, 'reconcile: a filled nonce could not be followed'))
    }
  }
}
