import { createTestClient, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, expect, it, vi } from 'vitest'
import { createChannelBuyer } from '@/development/testing/channel-buyer'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { startTestSite } from '@/development/testing/open-test-site'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { openTestDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'

const world = testWorld()
const { url } = await openTestDatabase()
const chain = createTestClient({ mode: 'anvil', transport: http(world.evmRpcUrl) }).extend(publicActions)
let runs = 0

const gas = await createGasKeys(world)
const wallet = privateKeyToAccount(gas.evm as `0x${string}`).address
const accepts = { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo: `0x${'2'.repeat(40)}` } as const
const handler = () => Response.json({ runs: ++runs })
const late = async () => {
  await chain.setBalance({ address: wallet, value: 4_096n })
  // The site looks every two seconds at most.
  await expect.poll(isDry, { interval: 500 }).toBe(true)
  return Response.json('late')
}
const suddenly = async () => {
  await chain.setBalance({ address: wallet, value: 4_096n })
  return Response.json('sudden')
}
const site = await startTestSite({
  databaseUrl: url,
  gas,
  routes: {
    'GET /tide': { config: { accepts }, handler },
    'GET /late': { config: { accepts }, handler: late },
    'GET /sudden': { config: { accepts }, handler: suddenly },
    'GET /channel': { config: { accepts: { ...accepts, scheme: 'batch-settlement' } }, handler },
  },
})
afterAll(() => site.stop())

async function isDry() {
  const { networks } = await site.application.facilitator.health()
  return networks.some(({ network, wallets }) => network === BASE_SEPOLIA && wallets.every((one) => one.isDry))
}

async function expectDry(...answers: Response[]) {
  const told = answers.map(({ status, headers }) => [status, headers.get('retry-after')])
  expect(told).toEqual(answers.map(() => [503, '30']))
  for (const answer of answers) expect(await answer.json()).toMatchObject({ code: 'gas_wallets_empty' })
}

it('refuses payments and deposits of a network whose gas wallets are all empty, says so once, and takes them up again', async () => {
  const told = vi.spyOn(site.application.log, 'error')
  const full = await chain.getBalance({ address: wallet })
  const buyer = await createEvmBuyer(world, 1_000_000n)
  const buy = async (path: string) => {
    const { headers } = await buyer.sign(`${site.origin}${path}`)
    return fetch(`${site.origin}${path}`, { headers })
  }
  const depositor = await createChannelBuyer(world, 1_000_000n)
  const { headers } = await depositor.sign(`${site.origin}/channel`)
  const deposit = () => fetch(`${site.origin}/channel`, { headers })
  // The wallets run dry while this content is made.
  await expectDry(await buy('/late'), await deposit(), await buy('/tide'))
  expect([runs, await buyer.balance(), await depositor.balance()]).toEqual([0, 1_000_000n, 1_000_000n])
  expect(told.mock.calls.map(([, message]) => message)).toEqual([
    'gas: no wallet can pay, so payments here are refused',
  ])
  await chain.setBalance({ address: wallet, value: full })
  await expect.poll(async () => (await deposit()).status, { interval: 500 }).toBe(200)
  expect((await buy('/tide')).status).toBe(200)
  expect([runs, await buyer.balance()]).toEqual([2, 999_000n])
})

it('says so at once where a wallet runs dry between two looks, and sends nothing', async () => {
  const full = await chain.getBalance({ address: wallet })
  const sent = await chain.getTransactionCount({ address: wallet, blockTag: 'pending' })
  const buyer = await createEvmBuyer(world, 1_000_000n)
  const { headers } = await buyer.sign(`${site.origin}/sudden`)
  await expectDry(await fetch(`${site.origin}/sudden`, { headers }))
  const before = runs
  const { headers: next } = await buyer.sign(`${site.origin}/tide`)
  await expectDry(await fetch(`${site.origin}/tide`, { headers: next }))
  expect([runs, await buyer.balance()]).toEqual([before, 1_000_000n])
  await chain.setBalance({ address: wallet, value: full })
  const again = async () => (await fetch(`${site.origin}/tide`, { headers: next })).status
  await expect.poll(again, { interval: 500 }).toBe(200)
  expect(await chain.getTransactionCount({ address: wallet, blockTag: 'pending' })).toBe(sent + 1)
})
