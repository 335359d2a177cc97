import { afterAll, expect, it } from 'vitest'
import { svmDevnetSigner } from '@/development/devnet/wallets'
import { serveFetch } from '@/development/testing/serve-fetch'
import { signLasting } from '@/development/testing/sign-lasting'
import { openTargets } from '@/development/testing/targets'
import { createEvmBuyer, createSvmBuyer, type StockBuyer } from '@/development/testing/test-buyer'
import type { Chains } from '@/lib/base/chains/chains'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'

const targets = await openTargets()
const payTo = (await svmDevnetSigner('seller')).address
const accepts = { scheme: 'exact', price: '$0.001', network: SOLANA_DEVNET, payTo } as const

const target = await targets.ours({
  routes: { 'GET /sol': { config: { accepts }, handler: () => new Response('sol') } },
})
const chains = target.site.application.gate.chains
const findAuthorization = chains.findAuthorization
afterAll(() => targets.close())

const database = () => target.site.application.database
const evmBuyer = () => createEvmBuyer(targets.world, 1_000_000n)

/** A payment that landed without the ledger's knowledge. */
async function payInDoubt(buyer: StockBuyer, path: string): Promise<string> {
  const url = `${target.origin}${path}`
  const response = await fetch(url, { headers: (await buyer.sign(url)).headers })
  expect(response.status).toBe(200)
  await response.text()
  const { id } = await database().payment.findFirstOrThrow({ orderBy: { claimedAt: 'desc' } })
  await expect.poll(async () => (await rowOf(id)).deliveredAt).not.toBeNull()
  const inDoubt = { status: 'unknown', deliveredAt: null, settledAt: null, leaseToken: null, leaseUntil: null }
  await database().payment.update({ where: { id }, data: { ...inDoubt, nextLookAt: new Date(0) } })
  return id
}

const rowOf = (id: string) => database().payment.findUniqueOrThrow({ where: { id } })

async function withChain<T>(does: Chains['findAuthorization'], run: () => Promise<T>): Promise<T> {
  chains.findAuthorization = does
  try {
    return await run()
  } finally {
    chains.findAuthorization = findAuthorization
  }
}

it('S-20: a network that hangs delays no other, however many wait for it', async () => {
  const hanging = await payInDoubt(await createSvmBuyer(targets.world, 1_000_000n), '/sol')
  const { id: _id, authorizationKey: _key, invoice: _none, ...copied } = await rowOf(hanging)
  await database().payment.createMany({
    data: Array.from({ length: 200 }, (_, copy) => ({
      ...copied,
      id: crypto.randomUUID(),
      authorizationKey: `copy ${copy}`,
      payload: copied.payload as object,
      requirements: copied.requirements as object,
      settleResponse: copied.settleResponse as object,
      extensionResponses: {},
      responseHeaders: [],
    })),
  })
  // Due long after the others.
  const other = await payInDoubt(await evmBuyer(), '/cheap')
  await database().payment.update({ where: { id: other }, data: { nextLookAt: new Date(Date.now() - 60_000) } })
  const hangs: Chains['findAuthorization'] = (authorization, since) =>
    authorization.network === SOLANA_DEVNET ? new Promise(() => {}) : findAuthorization(authorization, since)
  await withChain(hangs, () => target.site.reconcile())
  expect([(await rowOf(other)).status, (await rowOf(hanging)).status]).toEqual(['settled', 'unknown'])
  await database().payment.deleteMany({ where: { network: SOLANA_DEVNET } })
})

it('S-20: ends what can no longer be decided, says so, and never locks its payer out', async () => {
  const buyer = await evmBuyer()
  const id = await payInDoubt(buyer, '/cheap')
  const payAgain = async () => {
    const url = `${target.origin}/cheap`
    return (await fetch(url, { headers: (await buyer.sign(url)).headers })).status
  }
  const silent: Chains['findAuthorization'] = async () => ({ state: 'unreadable', reason: 'too long ago' })
  const errors: unknown[] = []
  const { log } = target.site.application.gate
  const { error } = log
  log.error = (...said: unknown[]) => void errors.push(said)
  await withChain(silent, async () => {
    expect(await payAgain()).toBe(409)
    // An outcome that stays open for long no longer blocks a new payment.
    await database().payment.update({ where: { id }, data: { settlingAt: new Date(Date.now() - 11 * 60_000) } })
    expect(await payAgain()).toBe(200)
    const longAgo = new Date(Date.now() - 49 * 3_600_000)
    await database().payment.update({ where: { id }, data: { claimedAt: longAgo, nextLookAt: longAgo } })
    await target.site.reconcile()
  }).finally(() => (log.error = error))
  expect(await rowOf(id)).toMatchObject({ status: 'undecidable', reason: 'settlement_undecidable' })
  expect(JSON.stringify(errors)).toContain(id)
  expect(await payAgain()).toBe(200)
})

it('S-20: ends at once what the chain says that it will never be able to tell', async () => {
  const id = await payInDoubt(await evmBuyer(), '/cheap')
  const gone: Chains['findAuthorization'] = async () => ({ state: 'undecidable', reason: 'out of reach' })
  await withChain(gone, () => target.site.reconcile())
  expect(await rowOf(id)).toMatchObject({ status: 'undecidable', reason: 'settlement_undecidable' })
})

it('believes no facilitator of others that says no while the payment may still land', async () => {
  const { facilitatorHttp } = target.site.application
  const transactions = ['', `0x${'1'.repeat(64)}`]
  let isLanding = false
  const remote = await serveFetch(async (request) => {
    const verb = new URL(request.url).pathname.slice(1) as 'verify' | 'settle' | 'supported'
    if (verb !== 'settle') return facilitatorHttp[verb](request)
    if (isLanding) await facilitatorHttp.settle(request)
    const transaction = transactions.shift() ?? ''
    const errorReason = 'invalid_transaction_state'
    return Response.json({ success: false, network: BASE_SEPOLIA, errorReason, transaction })
  })
  const accepts = { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo: targets.payTo } as const
  const client = await targets.ours({
    env: { FACILITATOR_URLS: remote.origin },
    routes: {
      'GET /short': { config: { accepts: { ...accepts, maxTimeoutSeconds: 2 } }, handler: () => new Response('short') },
    },
  })
  const ask = async () => {
    const buyer = await evmBuyer()
    const { headers } = await signLasting(buyer, `${client.origin}/short`, 60)
    const response = await fetch(`${client.origin}/short`, { headers })
    await response.text()
    const row = await database().payment.findFirstOrThrow({ where: { payer: buyer.address.toLowerCase() } })
    return [response.status, response.headers.has('retry-after'), row.status]
  }
  const inDoubt = [503, true, 'unknown']
  expect(await Promise.all([ask(), ask()])).toEqual([inDoubt, inDoubt])
  isLanding = true
  expect(await ask()).toEqual([200, false, 'settled'])
  await remote.stop()
})
