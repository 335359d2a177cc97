import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { openTargets } from '@/development/testing/targets'
import { createEvmBuyer, type TestBuyer } from '@/development/testing/test-buyer'
import { sql } from '@/lib/base/infra/database'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'

let finish = () => {}

const targets = await openTargets()
const accepts = { scheme: 'exact', price: '$0.10', network: BASE_SEPOLIA, payTo: targets.payTo } as const
const routes = {
  'GET /held': {
    config: { accepts },
    handler: async () => {
      await new Promise<void>((resolve) => (finish = resolve))
      return Response.json({ content: 'held' })
    },
  },
  'GET /long': { config: { accepts }, handler: long },
}
const one = await targets.ours({ routes })
const two = await targets.ours({ routes, publicOrigin: one.origin })
// Only the database's clock counts.
one.site.application.gate.clock = () => new Date(Date.now() - 3_600_000)
two.site.application.gate.clock = () => new Date(Date.now() + 3_600_000)
afterAll(() => targets.close())

/** More than is stored, and its end when the test says so. */
function long(): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(300_000))
      finish = () => controller.close()
    },
  })
  return new Response(body)
}

const database = () => one.site.application.database
const rowOf = (buyer: TestBuyer) =>
  database().payment.findFirstOrThrow({ where: { payer: buyer.address.toLowerCase() } })
const paidBy = async (buyer: TestBuyer) => Number(1_000_000n - (await buyer.balance()))

/** Ends the lease, as a gap without renewal would. */
const lapse = (buyer: TestBuyer) =>
  database().execute(sql`
    UPDATE payments SET lease_until = now() - interval '1 second' WHERE payer = ${buyer.address.toLowerCase()}`)

const leftSeconds = async (buyer: TestBuyer) => {
  const [row] = await database().rows<{ left: number }>(sql`
    SELECT extract(epoch FROM lease_until - now())::float8 AS left FROM payments
    WHERE payer = ${buyer.address.toLowerCase()}`)
  return row?.left ?? 0
}

describe('the lease of a request', () => {
  it('is renewed while the request lives, so that no instance takes its payment over, with any clock', async () => {
    const buyer = await createEvmBuyer(targets.world, 1_000_000n)
    const { headers } = await buyer.sign(`${one.origin}/held`)
    const asked = fetch(`${one.origin}/held`, { headers })
    while (((await one.runs())['/held'] ?? 0) === 0) await sleep(5)
    await lapse(buyer)
    // The next renewal gives it the whole time again.
    while ((await leftSeconds(buyer)) < 5) await sleep(20)
    await two.site.reconcile()
    expect((await rowOf(buyer)).status).toBe('claimed')
    expect((await two.site.answer(new Request(`${one.origin}/held`, { headers }))).status).toBe(409)
    finish()
    expect((await asked).status).toBe(200)
    expect(await paidBy(buyer)).toBe(100_000)
  })

  it('frees a claim when it has lapsed, and its request charges and delivers nothing any more', async () => {
    const buyer = await createEvmBuyer(targets.world, 1_000_000n)
    const runs = (await one.runs())['/held'] ?? 0
    const asked = fetch(`${one.origin}/held`, { headers: (await buyer.sign(`${one.origin}/held`)).headers })
    while (((await one.runs())['/held'] ?? 0) === runs) await sleep(5)
    const take = async () => {
      await lapse(buyer)
      await two.site.reconcile()
      return (await rowOf(buyer)).status
    }
    // Its own renewal may come in between.
    await expect.poll(take).toBe('abandoned')
    finish()
    expect((await asked).status).toBe(409)
    expect([(await rowOf(buyer)).status, await paidBy(buyer)]).toEqual(['abandoned', 0])
  })

  it('that lapsed unnoticed gives the content to no second request of its own process', async () => {
    const buyer = await createEvmBuyer(targets.world, 1_000_000n)
    const { headers } = await buyer.sign(`${one.origin}/long`)
    const sending = await fetch(`${one.origin}/long`, { headers })
    const finishSending = finish
    await lapse(buyer)
    expect((await fetch(`${one.origin}/long`, { headers })).status).toBe(409)
    finishSending()
    expect((await sending.arrayBuffer()).byteLength).toBe(300_000)
    await expect.poll(async () => (await rowOf(buyer)).deliveredAt).not.toBeNull()
  })
})
