import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { approvePermit2 } from '@/development/testing/channel-buyer'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { openFacilitatorSite } from '@/development/testing/facilitator-world'
import { startTestSite, type TestSite } from '@/development/testing/open-test-site'
import { type ServedFetch, serveFetch } from '@/development/testing/serve-fetch'
import { createEvmBuyer, type SignedPayment } from '@/development/testing/test-buyer'
import { openTestDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import { parseHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { PaymentRequired, Supported } from '@/lib/base/x402/wire'

const MINUTE_MS = 60_000
const testDatabase = await openTestDatabase()
const realNow = performance.now.bind(performance)
let passedMs = 0
/** Which of the facilitator's wallets it names now. */
let named = 0
let facilitator: Awaited<ReturnType<typeof openFacilitatorSite>>
let remote: ServedFetch
let site: TestSite
let url: string

beforeAll(async () => {
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + passedMs)
  facilitator = await openFacilitatorSite({ gasWallets: 2 })
  remote = await serveFetch(async (request) => {
    const { pathname } = new URL(request.url)
    const body = request.method === 'POST' ? await request.text() : null
    const { method, headers } = request
    const answer = await fetch(new URL(facilitator.url).origin + pathname, { method, headers, body })
    return pathname.endsWith('/supported') ? Response.json(naming((await answer.json()) as Supported)) : answer
  })
  const payTo = facilitator.newEvmSeller()
  const accepts = { scheme: 'upto', price: '$0.10', network: BASE_SEPOLIA, payTo } as const
  site = await startTestSite({
    databaseUrl: testDatabase.url,
    gas: await createGasKeys(testWorld()),
    env: { FACILITATOR_URLS: `${remote.origin}/facilitator` },
    routes: { 'GET /metered': { config: { accepts }, handler: () => new Response('words') } },
  })
  url = `${site.origin}/metered`
})
afterAll(async () => {
  vi.restoreAllMocks()
  await site?.stop()
  await remote?.stop()
  await facilitator?.close()
})

const walletAt = (index: number) => privateKeyToAccount(facilitator.gasKeys[index] ?? '0x').address

const naming = (supported: Supported): Supported => ({
  ...supported,
  kinds: supported.kinds.map((kind) =>
    kind.extra?.facilitatorAddress ? { ...kind, extra: { ...kind.extra, facilitatorAddress: walletAt(named) } } : kind,
  ),
  signers: { ...supported.signers, 'eip155:*': [walletAt(named)] },
})

async function termsOf(response: Response): Promise<PaymentRequired> {
  const parsed = parseHeader(response.headers.get('payment-required') ?? '')
  if (!parsed.ok) throw new Error('Expected terms.')
  return parsed.value as PaymentRequired
}

const offeredWallet = async () => (await termsOf(await fetch(url))).accepts[0]?.extra?.facilitatorAddress
const pay = ({ headers }: SignedPayment) => fetch(url, { headers })

it('goes on selling when its facilitator changes its wallet, on the old terms too while they live', async () => {
  const buyer = await createEvmBuyer(testWorld(), 1_000_000n)
  await approvePermit2(testWorld(), buyer.key)
  expect(await offeredWallet()).toBe(walletAt(0))
  const [old, late] = [await buyer.sign(url), await buyer.sign(url)]
  named = 1
  passedMs += MINUTE_MS + 1_000
  await expect.poll(offeredWallet).toBe(walletAt(1))
  expect((await pay(old)).status).toBe(200)
  expect((await pay(await buyer.sign(url))).status).toBe(200)
  passedMs += MINUTE_MS + 1_000
  const answer = await pay(late)
  expect([answer.status, (await termsOf(answer)).accepts[0]?.extra?.facilitatorAddress]).toEqual([402, walletAt(1)])
})
