import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveFetch } from '@/development/testing/serve-fetch'
import { type OurTarget, openTargets, type Targets } from '@/development/testing/targets'
import { createEvmBuyer, type TestBuyer } from '@/development/testing/test-buyer'
import { keepCollectingGarbage } from '@/lib/base/chains/testing/collect-garbage'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { HandlerContext } from '../route-config'

/** Credit for the whole price, so that everything sent is charged. */
const credit = { streamsOnCredit: { mostUnpaid: '$0.10' } }
let targets: Targets
let target: OurTarget
let sent = 0
let isCancelled = false

beforeAll(async () => {
  targets = await openTargets()
  const accepts = { scheme: 'upto', price: '$0.10', network: BASE_SEPOLIA, payTo: targets.payTo } as const
  target = await targets.ours({
    routes: {
      'GET /words': { config: { accepts, isStreaming: true, ...credit }, handler: words },
      'GET /brief': {
        config: { accepts: { ...accepts, maxTimeoutSeconds: 18 }, isStreaming: true, ...credit },
        handler: words,
      },
      'GET /silence': {
        config: { accepts, isStreaming: true, ...credit },
        handler: () => new Response(new ReadableStream({ start: (controller) => controller.close() })),
      },
      'GET /none': {
        config: { accepts, isStreaming: true, ...credit },
        handler: () => new Response('no', { status: 500 }),
      },
    },
  })
})
afterAll(() => targets.close())

/** Sends `count` words, charges $0.001 for each as it goes out, and breaks where it is told to. */
function words(request: Request, { meter }: HandlerContext): Response {
  const { searchParams } = new URL(request.url)
  const [count, breakAt] = [Number(searchParams.get('count')), Number(searchParams.get('breakAt') ?? Infinity)]
  const pauseMs = Number(searchParams.get('pauseMs') ?? 5)
  sent = 0
  isCancelled = false
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (sent === count) return controller.close()
        if (sent === breakAt) throw new Error('the source broke')
        await sleep(pauseMs)
        sent += 1
        meter.charge('$0.001')
        controller.enqueue(new TextEncoder().encode(`word ${sent}\n`))
      },
      cancel() {
        isCancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { headers: { 'Content-Type': 'text/plain' } })
}

const newBuyer = () => createEvmBuyer(targets.world, 1_000_000n)
const rowOf = (buyer: TestBuyer) =>
  target.site.application.database.payment.findFirst({ where: { payer: buyer.address.toLowerCase() } })

async function untilEnded(buyer: TestBuyer): Promise<void> {
  while (['claimed', 'streaming', 'settling', undefined].includes((await rowOf(buyer))?.status)) await sleep(10)
}

describe('a streamed answer', () => {
  it('leaves while it is made, and is charged at its end for what was sent', async () => {
    const buyer = await newBuyer()
    const url = `${target.origin}/words?count=20`
    const response = await fetch(url, { headers: (await buyer.sign(url)).headers })
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    expect((await response.text()).split('\n')).toHaveLength(21)
    await untilEnded(buyer)
    expect(await rowOf(buyer)).toMatchObject({ status: 'settled' })
    expect(await buyer.balance()).toBe(980_000n)
  })

  it('is charged for the sent amount when the buyer hangs up, and its source is stopped', async () => {
    const buyer = await newBuyer()
    const url = `${target.origin}/words?count=1000000`
    const hangUp = new AbortController()
    const response = await fetch(url, { headers: (await buyer.sign(url)).headers, signal: hangUp.signal })
    const reader = response.body?.getReader()
    for (let chunk = 0; chunk < 5; chunk += 1) await reader?.read()
    hangUp.abort()
    await untilEnded(buyer)
    expect([(await rowOf(buyer))?.status, isCancelled]).toEqual(['settled', true])
    // The word that was being made when the buyer left was not sent.
    const charged = Number((1_000_000n - (await buyer.balance())) / 1000n)
    expect(charged).toBeGreaterThanOrEqual(5)
    expect(charged).toBeLessThanOrEqual(sent)
  })

  it('is charged for what was sent when its source breaks', async () => {
    const buyer = await newBuyer()
    const url = `${target.origin}/words?count=10&breakAt=4`
    const response = await fetch(url, { headers: (await buyer.sign(url)).headers })
    await expect(response.text()).rejects.toThrow()
    await untilEnded(buyer)
    expect(await buyer.balance()).toBe(996_000n)
  })

  it('costs nothing when nothing came, and nothing when the handler fails', async () => {
    const buyer = await newBuyer()
    const silence = `${target.origin}/silence`
    expect(await (await fetch(silence, { headers: (await buyer.sign(silence)).headers })).text()).toBe('')
    await untilEnded(buyer)
    expect((await rowOf(buyer))?.status).toBe('spent_zero')
    const none = `${target.origin}/none`
    expect((await fetch(none, { headers: (await buyer.sign(none)).headers })).status).toBe(500)
    expect(await buyer.balance()).toBe(1_000_000n)
  })

  it('is ended, and charged, while its payment can still be settled', async () => {
    const buyer = await newBuyer()
    const url = `${target.origin}/brief?count=1000000&pauseMs=200`
    const response = await fetch(url, { headers: (await buyer.sign(url)).headers })
    const stop = keepCollectingGarbage()
    await expect(response.text()).rejects.toThrow()
    stop()
    await untilEnded(buyer)
    expect([(await rowOf(buyer))?.status, isCancelled]).toEqual(['settled', true])
    expect(await buyer.balance()).toBeLessThan(1_000_000n)
  })

  it('is not begun for HEAD, and the payment stays unused', async () => {
    const buyer = await newBuyer()
    const url = `${target.origin}/words?count=3`
    const { headers } = await buyer.sign(url)
    const head = await fetch(url, { method: 'HEAD', headers })
    expect([head.status, (await rowOf(buyer))?.status]).toEqual([200, 'abandoned'])
    expect(await (await fetch(url, { headers })).text()).toContain('word 3')
    await untilEnded(buyer)
    expect(await buyer.balance()).toBe(997_000n)
  })

  it('never exceeds the authorised maximum', async () => {
    const buyer = await newBuyer()
    const url = `${target.origin}/words?count=150`
    const response = await fetch(url, { headers: (await buyer.sign(url)).headers })
    await response.text().catch(() => '')
    await untilEnded(buyer)
    expect(1_000_000n - (await buyer.balance())).toBeLessThanOrEqual(100_000n)
    expect([(await rowOf(buyer))?.status, await buyer.balance()]).toEqual(['settled', 900_000n])
  })
})

describe('a stream whose facilitator gives no usable answer at its end', () => {
  it.each([
    ['before it settles', false],
    ['after it has settled', true],
  ])('%s is never charged twice', async (_, isTaken) => {
    const { facilitatorHttp } = target.site.application
    let settlements = 0
    const remote = await serveFetch(async (request) => {
      const verb = new URL(request.url).pathname.slice(1) as 'verify' | 'settle' | 'supported'
      if (verb === 'settle') settlements += 1
      const answer = verb === 'settle' && !isTaken ? null : await facilitatorHttp[verb](request)
      return verb === 'settle' || !answer ? new Response('gone', { status: 502 }) : answer
    })
    const accepts = { scheme: 'upto', price: '$0.10', network: BASE_SEPOLIA, payTo: targets.payTo } as const
    const routes = { 'GET /words': { config: { accepts, isStreaming: true, ...credit }, handler: words } }
    const client = await targets.ours({ env: { FACILITATOR_URLS: remote.origin }, routes })
    const buyer = await newBuyer()
    const url = `${client.origin}/words?count=20`
    const response = await fetch(url, { headers: (await buyer.sign(url)).headers })
    expect((await response.text()).split('\n')).toHaveLength(21)
    const status = async () => {
      await client.site.reconcile()
      return (await rowOf(buyer))?.status
    }
    await expect.poll(status, { interval: 200 }).toBe(isTaken ? 'settled' : 'unknown')
    expect([settlements, await buyer.balance()]).toEqual([1, isTaken ? 980_000n : 1_000_000n])
    await remote.stop()
  })
})

describe('a stream that an earlier version put back to be charged again', () => {
  it('is decided by the chain, which may have paid it', async () => {
    const buyer = await newBuyer()
    const url = `${target.origin}/words?count=3`
    await (await fetch(url, { headers: (await buyer.sign(url)).headers })).text()
    await untilEnded(buyer)
    const { payment } = target.site.application.database
    const where = { payer: buyer.address.toLowerCase() }
    // That version wrote it so when it got no answer to its charge.
    const asked = {
      status: 'streaming',
      leaseToken: null,
      leaseUntil: null,
      settledAt: null,
      deliveredAt: null,
    } as const
    await payment.updateMany({ where, data: asked })
    await target.site.reconcile()
    await untilEnded(buyer)
    await expect.poll(async () => (await rowOf(buyer))?.status).not.toBe('unknown')
    const row = await rowOf(buyer)
    expect([row?.status, row?.settledAtomic?.toFixed(0), row?.wasUnknown]).toEqual(['settled', '3000', true])
    expect([row?.deliveredAt, await buyer.balance()]).toEqual([expect.any(Date), 997_000n])
  })
})
