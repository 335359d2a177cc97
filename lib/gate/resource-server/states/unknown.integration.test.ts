import { setTimeout as sleep } from 'node:timers/promises'
import { createTestClient, http } from 'viem'
import { afterAll, describe, expect, it } from 'vitest'
import { landPayment } from '@/development/testing/channel-buyer'
import { signLasting } from '@/development/testing/sign-lasting'
import { openTargets } from '@/development/testing/targets'
import { createEvmBuyer, type TestBuyer } from '@/development/testing/test-buyer'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { FacilitatorPort } from '../ports'

const targets = await openTargets()
const exact = { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo: targets.payTo } as const
const config = { accepts: exact }
// The gate waits no longer than that for a settlement.
const hasty = { accepts: { ...exact, maxTimeoutSeconds: 2 } }
const target = await targets.ours({
  routes: {
    'GET /patient': { config, handler: () => Response.json({ content: 'patient' }) },
    'GET /impatient': { config: hasty, handler: () => Response.json({ content: 'impatient' }) },
    'POST /echo': { config, handler: async (request) => new Response(await request.text()) },
  },
})
const url = `${target.origin}/patient`
const impatient = `${target.origin}/impatient`
const facilitator = target.site.application.gate.facilitator
const settle = facilitator.settle
afterAll(() => targets.close())

const newBuyer = () => createEvmBuyer(targets.world, 1_000_000n)

/** Comes again with the payment for as long as its settlement is waited for. */
async function untilServed(url: string, headers: Record<string, string>): Promise<Response> {
  for (;;) {
    const response = await fetch(url, { headers })
    if (response.status !== 503 && response.status !== 409) return response
    await response.text()
  }
}
const rowsOf = (buyer: TestBuyer) =>
  target.site.application.database.payment.findMany({ where: { payer: buyer.address.toLowerCase() } })

/** A facilitator without a useful answer; `does` is its hidden effect. */
async function withSilentFacilitator<T>(does: FacilitatorPort['settle'], run: () => Promise<T>): Promise<T> {
  facilitator.settle = does
  try {
    return await run()
  } finally {
    facilitator.settle = settle
  }
}

const silently: FacilitatorPort['settle'] = async () => ({ kind: 'unknown', reason: 'timeout' })

/** Mines blocks, so that the chain's own time passes the unsettled payment. */
const passTime = () => createTestClient({ mode: 'anvil', transport: http(targets.world.evmRpcUrl) }).mine({ blocks: 2 })

/** Reconciles without the reconciler's pauses. */
async function untilRefused(buyer: TestBuyer): Promise<void> {
  const { payment } = target.site.application.database
  while ((await rowsOf(buyer))[0]?.status !== 'refused') {
    await sleep(200)
    await passTime()
    await payment.updateMany({ where: { payer: buyer.address.toLowerCase() }, data: { nextLookAt: new Date(0) } })
    await target.site.reconcile()
  }
}

describe('a settlement in doubt', () => {
  it('is found on the chain while the buyer waits', async () => {
    const buyer = await newBuyer()
    const { headers } = await buyer.sign(url)
    const landsInSilence: FacilitatorPort['settle'] = async (...payment) => {
      await settle(...payment)
      return { kind: 'unknown', reason: 'timeout' }
    }
    const response = await withSilentFacilitator(landsInSilence, () => fetch(url, { headers }))
    expect([response.status, await response.json()]).toEqual([200, { content: 'patient' }])
    expect(await rowsOf(buyer)).toMatchObject([{ status: 'settled', wasUnknown: true }])
    expect(await buyer.balance()).toBe(999_000n)
  })

  it('is 503, then refused once it can no longer land; nothing was charged', async () => {
    const buyer = await newBuyer()
    const { headers } = await signLasting(buyer, impatient, 9)
    const response = await withSilentFacilitator(silently, () => fetch(impatient, { headers }))
    expect([response.status, response.headers.has('retry-after')]).toEqual([503, true])
    expect(await response.json()).toMatchObject({ code: 'settlement_unknown' })
    await untilRefused(buyer)
    expect(await buyer.balance()).toBe(1_000_000n)
    const again = await fetch(impatient, { headers })
    expect([again.status, (await again.json()).error]).toEqual([402, expect.stringMatching(/valid_before|expired/)])
    const fresh = await signLasting(buyer, impatient, 60)
    expect((await untilServed(impatient, fresh.headers)).status).toBe(200)
    expect(await buyer.balance()).toBe(999_000n)
  })

  it('opens the content to a stock client that simply pays again, whose new payment stays unused', async () => {
    const buyer = await newBuyer()
    const first = await signLasting(buyer, impatient, 60)
    await withSilentFacilitator(silently, async () => {
      const asked = fetch(impatient, { headers: first.headers })
      while ((await rowsOf(buyer))[0]?.status !== 'unknown') await sleep(50)
      const tooSoon = await fetch(impatient, { headers: (await buyer.sign(impatient)).headers })
      expect([tooSoon.status, await tooSoon.json()]).toMatchObject([409, { code: 'settlement_unknown' }])
      expect(await rowsOf(buyer)).toHaveLength(1)
      const sameAgain = await fetch(impatient, { headers: first.headers })
      expect(sameAgain.status).toBe(409)
      await (await asked).text()
    })
    // The authorization lands late, as a transaction that hung in a pool does.
    await landPayment(targets.world, first.payload)
    const second = await signLasting(buyer, impatient, 60)
    const response = await untilServed(impatient, second.headers)
    expect([response.status, await response.json()]).toEqual([200, { content: 'impatient' }])
    expect(await buyer.balance()).toBe(999_000n)
    expect(await rowsOf(buyer)).toMatchObject([{ status: 'settled' }])
    expect((await untilServed(impatient, second.headers)).status).toBe(200)
    expect(await buyer.balance()).toBe(998_000n)
  })

  it('opens nothing to a request for something else, which is paid for on its own', async () => {
    const buyer = await newBuyer()
    const echo = `${target.origin}/echo`
    const payFor = async (body: string) => {
      const { headers } = await buyer.sign(echo, { method: 'POST', body })
      return () => fetch(echo, { method: 'POST', body, headers })
    }
    const [one, two] = [await payFor('one'), await payFor('two')]
    expect(await (await one()).text()).toBe('one')
    await target.site.application.database.payment.updateMany({
      where: { payer: buyer.address.toLowerCase() },
      data: { status: 'unknown', deliveredAt: null, settledAt: null, leaseUntil: null },
    })
    const answers = [await two(), await one()]
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['two', 'one'])
    expect(await buyer.balance()).toBe(998_000n)
  })

  it('is decided by the chain while its instance runs on after its request broke off', async () => {
    const buyer = await newBuyer()
    const { headers } = await buyer.sign(url)
    await (await fetch(url, { headers })).text()
    const { database } = target.site.application
    await expect.poll(async () => (await rowsOf(buyer))[0]?.deliveredAt).toBeInstanceOf(Date)
    await database.payment.updateMany({
      where: { payer: buyer.address.toLowerCase() },
      data: { status: 'settling', deliveredAt: null, settledAt: null, leaseUntil: new Date(0) },
    })
    await target.site.reconcile()
    expect(await rowsOf(buyer)).toMatchObject([{ status: 'settled', wasUnknown: true, deliveredAt: null }])
    expect((await fetch(url, { headers })).status).toBe(200)
    expect(await buyer.balance()).toBe(999_000n)
  })
})
