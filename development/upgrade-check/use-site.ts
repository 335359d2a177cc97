import { DomainError } from '@/lib/base/infra/domain-error'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { createPayer, type Payer } from '@/lib/client/create-payer'
import type { Devnet } from '../devnet/start-devnet'
import { evmDevnetKey, svmDevnetSecretKey } from '../devnet/wallets'

/** Public pages; each reads other tables. */
const pages = ['/', '/articles', '/bazaar', '/facilitator', '/facilitator/discovery/search?query=weather', '/readyz']

/** One settled payment, and two calls out of a channel. */
const goods = ['/weather?city=Lisbon', '/api/random', '/api/random']

export type Payers = { evm: Payer; svm: Payer }

/** The local networks' buyers. */
export async function openPayer({ rpcUrls }: Pick<Devnet, 'rpcUrls'>): Promise<Payers> {
  const shared = { rpcUrls, maxDollars: '$1', isSignInTried: false }
  return {
    evm: await createPayer({
      ...{ ...shared, evmKey: evmDevnetKey('buyer'), networks: { evm: [BASE_SEPOLIA] } },
      channels: { maxDepositDollars: '$1' },
    }),
    svm: await createPayer({
      ...shared,
      svmKey: await svmDevnetSecretKey('buyer'),
      networks: { svm: [SOLANA_DEVNET] },
    }),
  }
}

/** Reads pages and buys on two networks. Fails with SITE_FAILED for any answer but a success. */
export async function useSite({ evm, svm }: Payers, origin: string, when: string): Promise<void> {
  const asks: [path: string, ask: typeof fetch][] = [
    ...pages.map((path): [string, typeof fetch] => [path, fetch]),
    ...goods.map((path): [string, typeof fetch] => [path, evm.fetch]),
    ['/weather?city=Nairobi', svm.fetch],
  ]
  for (const [path, ask] of asks) {
    const answer = await ask(`${origin}${path}`)
    await answer.arrayBuffer()
    if (!answer.ok) throw new DomainError('SITE_FAILED', `${when}: ${path} answered ${answer.status}.`)
  }
  console.log(`${when}: read ${pages.length} pages, bought ${asks.length - pages.length} times.`)
}
