import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AvmWallet, avmUsdcBalance, fundedAvmWallet } from '@/development/devnet/testing/avm-parties'
import { avmDevnetSecretKey } from '@/development/devnet/wallets'
import { serveTestSite, type TestSite } from '@/development/testing/serve-test-site'
import { openTestDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import { ALGORAND_TESTNET } from '@/lib/base/x402/networks'
import { createPayer } from '@/lib/client/create-payer'

const world = testWorld()
const testDatabase = await openTestDatabase()
let site: TestSite
let seller: AvmWallet

beforeAll(async () => {
  seller = await fundedAvmWallet(world.avmUrl, 0n)
  const accepts = { scheme: 'exact', price: '$0.01', network: ALGORAND_TESTNET, payTo: seller.address } as const
  const route = (network?: string) => ({
    config: { accepts, extensions: { 'sign-in-with-x': network === undefined ? {} : { network } } },
    handler: () => Response.json({ tide: 'high' }),
  })
  site = await serveTestSite({
    env: {
      TURNPIKE_SECRET: 'a secret of the tests, long enough to be taken',
      TURNPIKE_DEMO: '1',
      LOG_LEVEL: 'silent',
      DATABASE_URL: testDatabase.url,
      AVM_ALGOD_URL_TESTNET: world.avmUrl,
      FACILITATOR_KEYS: await avmDevnetSecretKey('gas'),
      DEMO_PAY_TO: seller.address,
    },
    routes: { 'GET /tide': route(), 'GET /wrong': route(ALGORAND_TESTNET) },
  })
})
afterAll(() => site?.stop())

it('sells where no wallet can sign in what declares sign-in, without offering it', async () => {
  const url = `${site.origin}/tide`
  const unpaid = await fetch(url)
  expect(unpaid.status).toBe(402)
  const terms = (await unpaid.json()) as { extensions?: object }
  expect(Object.keys(terms.extensions ?? {})).not.toContain('sign-in-with-x')
  const buyer = await fundedAvmWallet(world.avmUrl, 1_000_000n)
  const rpcUrls = { [ALGORAND_TESTNET]: world.avmUrl }
  const payer = await createPayer({ avmKey: buyer.secretKey, rpcUrls })
  const paid = await payer.fetch(url)
  expect([paid.status, await paid.json()]).toEqual([200, { tide: 'high' }])
  expect(await avmUsdcBalance(world.avmUrl, seller.address)).toBe(10_000n)
})

it('refuses a route that names such a network to sign in with', async () => {
  expect((await fetch(`${site.origin}/wrong`)).status).toBe(503)
})
