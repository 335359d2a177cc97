import { decodePaymentResponseHeader } from '@x402/core/http'
import { createPublicClient, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { startTestSite, type TestSite } from '@/development/testing/open-test-site'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { openTestDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import { type StandIn, startWeb3Signer } from '@/development/testing/web3signer-stand-in'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'

const world = testWorld()
const { url } = await openTestDatabase()
const chain = createPublicClient({ transport: http(world.evmRpcUrl) })

let gas: Awaited<ReturnType<typeof createGasKeys>>
let other: Awaited<ReturnType<typeof createGasKeys>>
let web3signer: StandIn
let site: TestSite
let runs = 0
let whileProduced = () => {}

const addressOf = (key: Hex) => privateKeyToAccount(key).address
const env = () => ({
  WEB3SIGNER_URL: web3signer.url,
  FACILITATOR_KEYS: `web3signer:${addressOf(gas.evm)}`,
})
const startSite = (changed: Record<string, string> = {}) => {
  const accepts = { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo: `0x${'2'.repeat(40)}` } as const
  const handler = () => {
    whileProduced()
    return Response.json({ runs: ++runs })
  }
  const routes = { 'GET /tide': { config: { accepts }, handler } }
  return startTestSite({ databaseUrl: url, gas, routes, env: { ...env(), ...changed } })
}

beforeAll(async () => {
  gas = await createGasKeys(world)
  other = await createGasKeys(world)
  web3signer = await startWeb3Signer(gas.evm)
  site = await startSite()
})
afterEach(() => {
  web3signer.answer(null)
  whileProduced = () => {}
})
afterAll(async () => {
  await site?.stop()
  await web3signer?.stop()
})

const countSent = () => chain.getTransactionCount({ address: addressOf(gas.evm), blockTag: 'pending' })

async function newPayment(path: string, at = site) {
  const buyer = await createEvmBuyer(world, 1_000_000n)
  const { headers } = await buyer.sign(`${at.origin}${path}`)
  return { buyer, pay: () => fetch(`${at.origin}${path}`, { headers }) }
}

async function expectRefused(answer: Response) {
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30'])
  expect(await answer.json()).toMatchObject({ code: 'signer_unreachable' })
}

it('settles by a key at Web3Signer', async () => {
  const { buyer, pay } = await newPayment('/tide')
  const answer = await pay()
  expect([answer.status, await buyer.balance()]).toEqual([200, 999_000n])
  const settled = decodePaymentResponseHeader(answer.headers.get('payment-response') ?? '')
  const { from } = await chain.getTransaction({ hash: settled.transaction as Hex })
  expect(from).toBe(addressOf(gas.evm).toLowerCase())
})

it.each([
  ['never answers', () => new Promise<Response>(() => {})],
  [
    'signs with another key',
    async () => new Response(await privateKeyToAccount(other.evm).sign({ hash: `0x${'1'.repeat(64)}` })),
  ],
])(
  'sends nothing while the signer %s, and refuses before any work; then takes the same payment',
  async (_how, fault) => {
    const told = vi.spyOn(site.application.log, 'error')
    const sent = await countSent()
    const [first, second] = [await newPayment('/tide'), await newPayment('/tide')]
    const before = runs
    // The first payment's content is made when the signer goes away: between verify and settle.
    whileProduced = () => web3signer.answer(fault)
    await expectRefused(await first.pay())
    await expectRefused(await second.pay())
    await expectRefused(await first.pay())
    expect([runs - before, await countSent()]).toEqual([1, sent])
    expect([await first.buyer.balance(), await second.buyer.balance()]).toEqual([1_000_000n, 1_000_000n])
    const lines = told.mock.calls.map(([, message]) => message)
    expect(lines.filter((line) => line?.startsWith('signer:'))).toEqual([
      'signer: it does not sign, so its wallet is not used',
    ])
    whileProduced = () => {}
    web3signer.answer(null)
    await expect.poll(async () => (await first.pay()).status, { interval: 300 }).toBe(200)
    expect((await second.pay()).status).toBe(200)
    expect([await first.buyer.balance(), await second.buyer.balance()]).toEqual([999_000n, 999_000n])
    expect((await countSent()) - sent).toBe(2)
    told.mockRestore()
  },
)

it('uses the wallet whose key signs when another one has gone away, also in the middle of a settlement', async () => {
  const second = await startSite({ FACILITATOR_KEYS: `web3signer:${addressOf(gas.evm)},${other.evm}` })
  const { pay } = await newPayment('/tide', second)
  whileProduced = () => web3signer.answer(async () => new Response(null, { status: 503 }))
  const answer = await pay()
  expect(answer.status).toBe(200)
  const settled = decodePaymentResponseHeader(answer.headers.get('payment-response') ?? '')
  const { from } = await chain.getTransaction({ hash: settled.transaction as Hex })
  expect(from).toBe(addressOf(other.evm).toLowerCase())
  await second.stop()
})

it('does not start with a key of another address, and starts with a signer that is away', async () => {
  const wrong = `web3signer:${addressOf(other.evm)}`
  await expect(startSite({ FACILITATOR_KEYS: wrong })).rejects.toThrow(
    `Turnpike cannot start: Web3Signer at ${new URL(web3signer.url).host} has no key of ${addressOf(other.evm)}.`,
  )
  web3signer.answer(async () => new Response(null, { status: 503 }))
  const away = await startSite()
  const before = runs
  const { pay } = await newPayment('/tide', away)
  await expectRefused(await pay())
  expect(runs).toBe(before)
  const { networks } = await away.application.facilitator.health()
  expect(networks.find(({ network }) => network === BASE_SEPOLIA)).toMatchObject({
    status: 'degraded',
    wallets: [{ isDry: false, isSigning: false }],
  })
  await away.stop()
})
