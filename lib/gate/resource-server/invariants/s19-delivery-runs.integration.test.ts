import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import type { TestRoute } from '@/development/testing/open-test-site'
import { replaceFunction } from '@/development/testing/replace-function'
import { type OurTarget, openTargets } from '@/development/testing/targets'
import { createEvmBuyer, type TestBuyer } from '@/development/testing/test-buyer'
import { parseHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'

let whenStarted = () => {}

afterAll(() => targets.close())
const openTarget = () => targets.ours({ routes: routesOf(targets.payTo) })

function routesOf(payTo: string): Record<string, TestRoute> {
  const accepts = { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo } as const
  const config = { accepts, settle: 'before' } as const
  return {
    'GET /broken': { config, handler: () => new Response('no', { status: 502 }) },
    'GET /first': {
      config,
      handler: async ({ method, headers, signal }) => {
        whenStarted()
        if (headers.has('x-lingers')) await once(signal, 'abort')
        return Response.json({ content: 'first', method })
      },
    },
    'GET /methods': { config: { accepts }, handler: ({ method }) => Response.json({ method }) },
    'GET /big': { config: { accepts }, handler: () => new Response('x'.repeat(400_000)) },
  }
}

async function pay(target: OurTarget, path: string) {
  const buyer = await createEvmBuyer(targets.world, 2_000n)
  const { headers } = await buyer.sign(`${target.origin}${path}`)
  return { buyer, headers, target, path }
}

type Paid = Awaited<ReturnType<typeof pay>>

/** Asks when no request works on the payment any more: how an answer ended is noted just after its reader has it. */
async function ask({ target, path, headers }: Paid, method = 'GET') {
  for (;;) {
    const response = await fetch(`${target.origin}${path}`, { headers, method })
    const text = await response.text()
    if (response.headers.get('retry-after') === null) return { response, text, status: response.status }
    await sleep(10)
  }
}

async function statuses(paid: Paid, times: number, method = 'GET'): Promise<number[]> {
  const answers: number[] = []
  for (let time = 0; time < times; time += 1) answers.push((await ask(paid, method)).status)
  return answers
}

const runsOf = async ({ target, path }: Paid) => (await target.runs())[path] ?? 0
const rowOf = ({ target, buyer }: { target: OurTarget; buyer: TestBuyer }) =>
  target.site.application.database.payment.findFirstOrThrow({ where: { payer: buyer.address.toLowerCase() } })

const targets = await openTargets()
const ours = await openTarget()

describe('S-19: a payment that was taken starts a handler three times at most', () => {
  it('where the handler fails each time: its content is given up, and the money is to be given back', async () => {
    const paid = await pay(ours, '/broken')
    expect(await statuses(paid, 6)).toEqual([502, 502, 409, 409, 409, 409])
    expect([await runsOf(paid), await paid.buyer.balance()]).toEqual([3, 1_000n])
    const row = await rowOf(paid)
    expect(row).toMatchObject({ status: 'received', reason: 'delivery_exhausted', deliveredAt: null, deliveryRuns: 3 })
    expect([row.settledAtomic?.toFixed(), row.settledAt! <= row.endedAt!]).toEqual(['1000', true])
    const { response, text } = await ask(paid)
    expect(JSON.parse(text)).toMatchObject({ code: 'delivery_exhausted' })
    expect(text).toContain(row.transaction)
    expect(text).toContain(targets.payTo)
    const told = parseHeader(response.headers.get('payment-response') ?? '')
    expect(told).toMatchObject({ value: { success: true, transaction: row.transaction } })
    const again = await paid.buyer.sign(`${ours.origin}/broken`)
    expect((await ask({ ...paid, headers: again.headers })).status).toBe(502)
  })

  it('where only the headers of content that cannot be stored are asked for', async () => {
    const paid = await pay(ours, '/big')
    expect(await statuses(paid, 5, 'HEAD')).toEqual([200, 200, 200, 200, 409])
    expect([await runsOf(paid), (await rowOf(paid)).status]).toEqual([4, 'received'])
  })

  it('where a process ended in the middle of the last run', async () => {
    const paid = await pay(ours, '/broken')
    await ask(paid)
    const { id } = await rowOf(paid)
    const data = { deliveryRuns: 3, leaseToken: crypto.randomUUID(), leaseUntil: new Date(0) }
    await ours.site.application.database.payment.update({ where: { id }, data })
    const runs = await runsOf(paid)
    expect([(await ask(paid)).status, await runsOf(paid)]).toEqual([409, runs])
    expect((await rowOf(paid)).status).toBe('received')
  })

  it('breaks when the runs are not counted', async () => {
    replaceFunction(await import('@/lib/payments/ledger'), 'beginDeliveryRun', async () => 1)
    const paid = await pay(await openTarget(), '/broken')
    expect(await statuses(paid, 5)).toEqual([502, 502, 502, 502, 502])
    expect(await runsOf(paid)).toBe(5)
  })
})

describe('S-19: produced content is not produced again', () => {
  it('for the headers only: the content that follows is the one that was produced', async () => {
    const paid = await pay(ours, '/first')
    expect(await ask(paid, 'HEAD')).toMatchObject({ status: 200, text: '' })
    const runs = await runsOf(paid)
    expect((await ask(paid)).text).toBe('{"content":"first","method":"GET"}')
    expect([await runsOf(paid), (await ask(paid)).status]).toEqual([runs, 402])
    const other = await pay(ours, '/methods')
    await ask(other, 'HEAD')
    expect((await ask(other)).text).toBe('{"method":"GET"}')
    expect(await runsOf(other)).toBe(1)
  })

  it('for a buyer who hung up while it was produced', async () => {
    const { paid, runs } = await hangUp(ours)
    expect((await ask(paid)).text).toContain('"content":"first"')
    expect(await runsOf(paid)).toBe(runs)
  })

  it('breaks when the answer is not kept', async () => {
    replaceFunction(await import('@/lib/payments/ledger'), 'keepAnswer', async () => {})
    const { paid, runs } = await hangUp(await openTarget())
    expect((await ask(paid)).text).toContain('"content":"first"')
    expect(await runsOf(paid)).toBe(runs + 1)
  })
})

async function hangUp(target: OurTarget) {
  const paid = await pay(target, '/first')
  const gone = new AbortController()
  const started = new Promise<void>((resolve) => (whenStarted = resolve))
  const headers = { ...paid.headers, 'x-lingers': '1' }
  const asked = fetch(`${target.origin}/first`, { headers, signal: gone.signal }).catch(() => null)
  await started.then(() => gone.abort())
  await asked
  return { paid, runs: await runsOf(paid) }
}
