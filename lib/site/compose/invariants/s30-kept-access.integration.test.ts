import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { fundedSigner } from '@/development/devnet/testing/svm-parties'
import { openTestSite } from '@/development/testing/open-test-site'
import {
  confirmed,
  evmSigningWallet,
  type ProofWallet,
  proofHeader,
  signProof,
  svmSigningWallet,
} from '@/development/testing/sign-in-proofs'
import { termsOf } from '@/development/testing/terms-of'
import { createStockBuyer, type StockBuyer } from '@/development/testing/test-buyer'
import { cookieOf, createTestSeller, priceOf } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { defaultRetention } from '@/lib/base/infra/prune'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import type { SignInExtension } from '@/lib/base/x402/sign-in'
import { createStoredRoutes } from '@/lib/gate/resource-server/stored-routes'
import { createSession, revokeAllSessions } from '@/lib/gate/sign-in/sessions'
import { listPurchases } from '@/lib/payments/list-purchases'
import { prunePayments } from '@/lib/payments/prune-payments'
import { confirmPayTo } from '@/lib/shop/sellers/payments/payees'
import { produceCopy } from '@/lib/shop/sellers/produce/produce-goods'
import { archiveRoute, eraseArchived, pauseRoute } from '@/lib/shop/sellers/routes/move-route'
import { createRoute, updateRoute } from '@/lib/shop/sellers/routes/write-route'
import { closeShop } from '@/lib/shop/sellers/shop'
import { saveProfile } from '@/lib/shop/sellers/storefront/profile'
import { toStoredRoutesPort } from '../stored-handler'

const world = testWorld()
const site = await openTestSite({})
const { sellers: context, database, gate } = site.application
const both = { dollars: '$0.01', networks: [BASE_SEPOLIA, SOLANA_DEVNET] }
const text = { kind: 'article', title: 'A text', method: 'GET', path: '/text', price: both, body: 'Bought to keep.' }

type Wallet = { wallet: ProofWallet; scope: string; address: string; chainId: string }

async function createBuyers(): Promise<(StockBuyer & Wallet)[]> {
  const [key, signer] = [generatePrivateKey(), await fundedSigner(world.svmRpcUrl, 1_000_000n, true)]
  const account = privateKeyToAccount(key)
  await world.faucet({ network: BASE_SEPOLIA, address: account.address, amountAtomic: 1_000_000n })
  const evm = createStockBuyer({ evm: { key, rpcUrl: world.evmRpcUrl } })
  const svm = createStockBuyer({ svm: { signer, rpcUrl: world.svmRpcUrl } })
  return [
    { ...evm, wallet: evmSigningWallet(account), scope: 'evm', address: account.address, chainId: BASE_SEPOLIA },
    { ...svm, wallet: svmSigningWallet(signer), scope: 'svm', address: signer.address, chainId: SOLANA_DEVNET },
  ]
}

async function sell() {
  const seller = await createTestSeller(site)
  const { address } = await fundedSigner(world.svmRpcUrl, 1n)
  const payTo = { network: SOLANA_DEVNET, address, confirmation: address }
  await confirmed(seller.wallet, (proof) => confirmPayTo(context, seller.actor, payTo, proof))
  const { routeId, url } = await createRoute(context, seller.actor, text)
  const buyers = await createBuyers()
  for (const buyer of buyers) expect((await fetch(url, { headers: (await buyer.sign(url)).headers })).status).toBe(200)
  const update = (change: object) => updateRoute(context, seller.actor, routeId, { ...text, ...change })
  return { seller, routeId, url, buyers, update }
}

type Sold = Awaited<ReturnType<typeof sell>>

/**
 * The answer to a wallet that signs in at the address, or on the site where the sale is stopped, by an instance that
 * sees the shop for the first time.
 */
async function openBySignIn(url: string, { wallet, scope, address, chainId }: Wallet): Promise<string> {
  const ask = (headers: Record<string, string> = {}) =>
    createStoredRoutes(gate, toStoredRoutesPort(context)).answer(new Request(url, { headers }))
  const asked = await ask()
  if (asked.status !== 402) {
    const { token } = await createSession(database, { wallet: { scope, address }, userAgent: null, now: new Date() })
    const cookie = cookieOf(site, { sessionToken: token })
    return (await ask({ cookie, 'sec-fetch-site': 'same-origin' })).text()
  }
  const challenge = termsOf(asked).extensions?.['sign-in-with-x'] as SignInExtension | undefined
  if (!challenge?.supportedChains.some((chain) => chain.chainId === chainId)) return `no sign-in on ${chainId}`
  return (await ask({ 'SIGN-IN-WITH-X': proofHeader(await signProof(wallet, challenge, chainId)) })).text()
}

/** An archived text, as the library of a wallet saves it. */
async function openInLibrary({ scope, address }: Wallet): Promise<string> {
  const owner = { wallets: [{ scope, address }], payments: [] }
  const routeId = (await listPurchases(database, { owner })).find((purchase) => purchase.routeId)?.routeId
  return (await (await produceCopy(database, routeId ?? ''))?.text()) ?? 'no copy'
}

const inTenYears = new Date(Date.now() + 3_650 * 86_400_000)
const archive = ({ seller, routeId }: Sold) => archiveRoute(context, seller.actor, routeId)

/** Things that sellers, operators and time do to what was sold to keep. */
it.each<[string, (sold: Sold) => unknown]>([
  ['another price', ({ update }) => update({ price: { ...both, dollars: '$100' } })],
  ['a price on one network only', ({ update }) => update({ price: priceOf('$0.01') })],
  ['a sale without sign-in', ({ update }) => update({ signIn: null })],
  ['a sale for a minute', ({ update }) => update({ signIn: { entitlementSeconds: 60 } })],
  [
    'rights under another address',
    ({ update, url }) => update({ signIn: { resourceUri: url.replace('/text', '/other') } }),
  ],
  ['another media type, and a query that counts', ({ update }) => update({ mimeType: 'text/plain', query: ['page'] })],
  ['another teaser and name', ({ update }) => update({ title: 'Another', teaser: 'Free.' })],
  ['another payout address', setPayee],
  ['another name of the shop', ({ seller }) => saveProfile(context, seller.actor, { name: 'Renamed' })],
  ['a pause', ({ seller, routeId }) => pauseRoute(context, seller.actor, routeId)],
  ['an archive', archive],
  ['a closed shop', ({ seller }) => closeShop(context, seller.actor, { handle: seller.handle })],
  [
    'a closed shop that had changed its network',
    async ({ update, seller }) => {
      await update({ price: priceOf('$0.01') })
      await closeShop(context, seller.actor, { handle: seller.handle })
    },
  ],
  ['no session left', () => revokeAllSessions(database, new Date())],
  [
    'ten years of pruning',
    async (sold) => {
      await archive(sold)
      await prunePayments(database, defaultRetention, { now: inTenYears })
      await eraseArchived(database, defaultRetention, { now: inTenYears })
    },
  ],
])('S-30: %s leaves the text with the wallets that bought it', async (_way, happen) => {
  const sold = await sell()
  await Promise.resolve(happen(sold)).catch((error: unknown) => expect(error).toHaveProperty('code', 'INPUT_REFUSED'))
  for (const buyer of sold.buyers) expect(await openBySignIn(sold.url, buyer)).toContain(text.body)
  const stranger = privateKeyToAccount(generatePrivateKey())
  const another = { wallet: evmSigningWallet(stranger), scope: 'evm', address: stranger.address, chainId: BASE_SEPOLIA }
  expect(await openBySignIn(sold.url, another)).not.toContain(text.body)
})

it('S-30: other goods at the address of a text leave the text in the library of its buyers', async () => {
  const sold = await sell()
  await archive(sold)
  await createRoute(context, sold.seller.actor, { ...text, body: 'Other goods.' })
  await eraseArchived(database, defaultRetention, { now: inTenYears })
  for (const buyer of sold.buyers) expect(await openInLibrary(buyer)).toContain(text.body)
})

async function setPayee({ seller }: Sold) {
  const { address } = privateKeyToAccount(generatePrivateKey())
  const payTo = { network: BASE_SEPOLIA, address, confirmation: address }
  await confirmed(seller.wallet, (proof) => confirmPayTo(context, seller.actor, payTo, proof))
}
