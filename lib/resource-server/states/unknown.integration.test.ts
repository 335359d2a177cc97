import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Arena, openArena, type OurTarget } from '@/lib/processes/testing/arena'
import { askSettled } from '@/lib/processes/testing/ask-settled'
import { createEvmBuyer, type TestBuyer } from '@/lib/processes/testing/test-buyer'
import { landPayment } from '@/lib/processes/testing/wallet-moves'
import { BASE_SEPOLIA } from '@/lib/x402/networks'
import type { FacilitatorPort } from '../ports'
import { signLasting } from '@/lib/processes/testing/sign-lasting'

let arena: Arena
let shop: OurTarget
let url: string
let facilitator: FacilitatorPort
let settle: FacilitatorPort['settle']

beforeAll(async () => {
  arena = await openArena()
  const exact = { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo: arena.payTo } as const
  const config = { accepts: { ...exact, maxTimeoutSeconds: 8 } }
  shop = await arena.ours({
    routes: {
      'GET /brief': { config, handler: () => Response.json({ content: 'brief' }) },
      'POST /echo': { config, handler: async (request) => new Response(await request.text()) },
    },
  })
  url = `${shop.origin}/brief`
  facilitator = shop.shop.application.gate.ports.facilitator
  settle = facilitator.settle
})
afterAll(() => arena.close())

const newBuyer = () => createEvmBuyer(arena.world, 1_000_000n)
const rowsOf = (buyer: TestBuyer) =>
  shop.shop.application.database.payment.findMany({ where: { payer: buyer.address.toLowerCase() } })

/** A facilitator that says nothing of use; `does` is what it does all the same. */
async function withSilentFacilitator<T>(does: FacilitatorPort['settle'], run: () => Promise<T>): Promise<T> {
  facilitator.settle = does
  try {
    return await run()
  } finally {
    facilitator.settle = settle
  }
}

const silently: FacilitatorPort['settle'] = async () => ({ kind: 'unknown', reason: 'timeout' })

/** Blocks go on, so that the chain's own time passes what nobody settled. */
const passTime = () => arena.world.faucet({ network: BASE_SEPOLIA, address: arena.payTo, amountAtomic: 0n })

async function untilRefused(buyer: TestBuyer): Promise<void> {
  while ((await rowsOf(buyer))[0]?.status !== 'refused') {
    await passTime()
    await shop.shop.reconcile()
  }
}

describe('a settlement of which nobody knows how it ended', () => {
  it('is found on the chain while the buyer waits', async () => {
    const buyer = await newBuyer()
    const { headers } = await buyer.sign(url)
    const landsInSilence: FacilitatorPort['settle'] = async (...payment) => {
      await settle(...payment)
      return { kind: 'unknown', reason: 'timeout' }
    }
    const response = await withSilentFacilitator(landsInSilence, () => fetch(url, { headers }))
    expect([response.status, await response.json()]).toEqual([200, { content: 'brief' }])
    expect(await rowsOf(buyer)).toMatchObject([{ status: 'settled', wasUnknown: true }])
    expect(await buyer.balance()).toBe(999_000n)
  })

  it('also when the facilitator breaks off', async () => {
    const buyer = await newBuyer()
    const { headers } = await buyer.sign(url)
    const breaks: FacilitatorPort['settle'] = async (...payment) => {
      await settle(...payment)
      throw new Error('connection reset')
    }
    expect((await withSilentFacilitator(breaks, () => fetch(url, { headers }))).status).toBe(200)
    expect(await buyer.balance()).toBe(999_000n)
  })

  it('is 503, then refused once it can no longer land; nothing was charged', async () => {
    const buyer = await newBuyer()
    const { headers } = await signLasting(buyer, url, 12)
    const response = await withSilentFacilitator(silently, () => fetch(url, { headers }))
    expect([response.status, response.headers.has('retry-after')]).toEqual([503, true])
    expect(await response.json()).toMatchObject({ code: 'settlement_unknown' })
    await untilRefused(buyer)
    expect(await buyer.balance()).toBe(1_000_000n)
    const again = await fetch(url, { headers })
    expect([again.status, (await again.json()).error]).toEqual([402, expect.stringMatching(/valid_before|expired/)])
    const fresh = await buyer.sign(url)
    expect((await fetch(url, { headers: fresh.headers })).status).toBe(200)
    expect(await buyer.balance()).toBe(999_000n)
  })

  it('opens the content to a stock client that simply pays again, whose new payment stays unused', async () => {
    const buyer = await newBuyer()
    const first = await signLasting(buyer, url, 60)
    await withSilentFacilitator(silently, async () => {
      const asked = fetch(url, { headers: first.headers })
      while ((await rowsOf(buyer))[0]?.status !== 'unknown') await passTime()
      const tooSoon = await fetch(url, { headers: (await buyer.sign(url)).headers })
      expect([tooSoon.status, await tooSoon.json()]).toMatchObject([409, { code: 'settlement_unknown' }])
      expect(await rowsOf(buyer)).toHaveLength(1)
      const sameAgain = await fetch(url, { headers: first.headers })
      expect(sameAgain.status).toBe(409)
      await (await asked).text()
    })
    // The authorization lands late, as a transaction that hung in a pool does.
    await landPayment(arena.world, first.payload)
    const second = await buyer.sign(url)
    const response = await askSettled(url, second.headers)
    expect([response.status, await response.json()]).toEqual([200, { content: 'brief' }])
    expect(await buyer.balance()).toBe(999_000n)
    expect(await rowsOf(buyer)).toMatchObject([{ status: 'settled' }])
    expect((await fetch(url, { headers: second.headers })).status).toBe(200)
    expect(await buyer.balance()).toBe(998_000n)
  })

  it('opens nothing to a request for something else, which is paid for on its own', async () => {
    const buyer = await newBuyer()
    const echo = `${shop.origin}/echo`
    const payFor = async (body: string) => {
      const { headers } = await buyer.sign(echo, { method: 'POST', body })
      return () => fetch(echo, { method: 'POST', body, headers })
    }
    const [one, two] = [await payFor('one'), await payFor('two')]
    expect(await (await one()).text()).toBe('one')
    await shop.shop.application.database.payment.updateMany({
      where: { payer: buyer.address.toLowerCase() },
      data: { status: 'unknown', deliveredAt: null, settledAt: null, leaseUntil: null },
    })
    const answers = [await two(), await one()]
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['two', 'one'])
    expect(await buyer.balance()).toBe(998_000n)
  })

  it('is decided by the chain though its instance lives on and its request broke off', async () => {
    const buyer = await newBuyer()
    const { headers } = await buyer.sign(url)
    await (await fetch(url, { headers })).text()
    const { database } = shop.shop.application
    await database.payment.updateMany({
      where: { payer: buyer.address.toLowerCase() },
      data: { status: 'settling', deliveredAt: null, settledAt: null, leaseUntil: new Date(0) },
    })
    await shop.shop.reconcile()
    expect(await rowsOf(buyer)).toMatchObject([{ status: 'settled', wasUnknown: true, deliveredAt: null }])
    expect((await fetch(url, { headers })).status).toBe(200)
    expect(await buyer.balance()).toBe(999_000n)
  })
})
