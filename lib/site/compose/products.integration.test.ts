import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, expect, it } from 'vitest'
import { usdcBalance } from '@/development/devnet/testing/evm-parties'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { devnetEnv } from '@/development/testing/serve-test-site'
import { openTestDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import { buildRequirements } from '@/lib/base/chains/build-requirements'
import { signEvmPayment } from '@/lib/base/chains/testing/signed-payments'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { protect } from '@/lib/gate/resource-server/protect'
import { openBase } from './base'
import { toFacilitatorPort } from './facilitator-port'
import { openBazaar } from './open-bazaar'
import { openFacilitator } from './open-facilitator'
import { openGate } from './open-gate'
import { startJobs } from './product'

const world = testWorld()
const { url: DATABASE_URL } = await openTestDatabase()
const PUBLIC_ORIGIN = 'http://products.test'
const env = { NODE_ENV: 'test', DATABASE_URL, PUBLIC_ORIGIN, ...(await devnetEnv(world, await createGasKeys(world))) }
const open = () => openBase(env as NodeJS.ProcessEnv)
afterAll(() => open().database.$disconnect())

it('opens a facilitator without the rest, which settles once, runs its jobs and ends', async () => {
  const base = open()
  const { facilitatorHttp, facilitator, jobs, stop } = await openFacilitator(base)
  const ran: string[] = []
  const stopJobs = startJobs(jobs, { log: base.log, ended: (name, isWell) => void (isWell && ran.push(name)) })
  const payer = privateKeyToAccount(generatePrivateKey())
  const payTo = privateKeyToAddress(generatePrivateKey())
  await world.faucet({ network: BASE_SEPOLIA, address: payer.address, amountAtomic: 1_000_000n })
  const option = { scheme: 'exact', network: BASE_SEPOLIA, price: '$0.01', payTo, maxTimeoutSeconds: 60 } as const
  const paymentRequirements = buildRequirements({ ...option, supported: facilitator.supported() })
  const paymentPayload = await signEvmPayment(payer, paymentRequirements)
  const body = JSON.stringify({ x402Version: 2, paymentPayload, paymentRequirements })
  const settle = async () => {
    const asked = new Request(`${PUBLIC_ORIGIN}/facilitator/settle`, { method: 'POST', body })
    return (await facilitatorHttp.settle(asked)).json() as Promise<{ success: boolean }>
  }
  expect([(await settle()).success, (await settle()).success]).toEqual([true, false])
  expect(await usdcBalance(world.evmRpcUrl, payTo)).toBe(10_000n)
  await stopJobs()
  await stop()
  expect(ran.toSorted()).toEqual(expect.arrayContaining(['look at finality', 'reconcile settlements']))
})

it('opens a gate without shops, catalog or facilitator of its own', async () => {
  const base = open()
  const { facilitator, stop } = await openFacilitator(base)
  const { gate, site, ...opened } = await openGate(base, {
    facilitator: toFacilitatorPort(base.env, facilitator, base.log),
  })
  const config = () => ({ accepts: site.priced('exact', '$0.01') })
  const { GET } = protect(
    async () => gate,
    'GET /alone',
    config,
    () => Response.json({ content: 'paid' }),
  )
  const unpaid = await GET(new Request(`${PUBLIC_ORIGIN}/alone`))
  expect([unpaid.status, opened.counters.handlerRuns]).toEqual([402, 0])
  await opened.stop(1_000)
  await stop()
})

it('opens a catalog without the rest', async () => {
  const nothing = async () => []
  const { catalog, stop } = openBazaar(open(), { sales: { list: nothing, forget: async () => {} } })
  const found = await catalog.http.search(new Request(`${PUBLIC_ORIGIN}/facilitator/discovery/search?query=weather`))
  expect(await found.json()).toMatchObject({ resources: [] })
  await stop()
})
