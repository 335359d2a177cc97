import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { askSettled } from '@/development/testing/ask-settled'
import { serveFetch } from '@/development/testing/serve-fetch'
import { openTargets } from '@/development/testing/targets'
import { createEvmBuyer, type TestBuyer } from '@/development/testing/test-buyer'
import { encodeHeader, parseHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { RouteConfig } from '../route-config'

let failures = 0
const hooked: string[] = []

const targets = await openTargets()
const exact = { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo: targets.payTo } as const
const config: RouteConfig = { accepts: exact }
const target = await targets.ours({
  routes: {
    'GET /flaky': {
      config,
      handler: () => {
        failures += 1
        if (failures === 1) throw new Error('broken once')
        return Response.json({ content: 'flaky' })
      },
    },
    'GET /late': { config: { accepts: exact, handlerTimeoutSeconds: 0.2 }, handler: () => new Promise(() => {}) },
    'POST /echo': {
      config: { accepts: exact, maxRequestBytes: 100 },
      handler: async (request) => Response.json({ content: await request.text() }),
    },
    'GET /guarded': {
      config: {
        accepts: exact,
        hooks: {
          onProtectedRequest: (request) => {
            hooked.push('asked')
            if (request.headers.get('x-country') === 'nowhere') throw new Error('not for you')
          },
          afterSettlement: async ({ payer }) => {
            hooked.push(payer)
            throw new Error('too late to matter')
          },
        },
      },
      handler: () => Response.json({ content: 'guarded' }),
    },
    'GET /first': {
      config: { accepts: exact, settle: 'before' },
      handler: (request) =>
        request.headers.has('x-fail') ? new Response('no', { status: 503 }) : Response.json({ content: 'first' }),
    },
    'GET /big': { config, handler: () => new Response('x'.repeat(400_000)) },
  },
})
afterAll(() => targets.close())

const newBuyer = (amount = 1_000_000n) => createEvmBuyer(targets.world, amount)
const terms = (response: Response, name = 'payment-required') => {
  const parsed = parseHeader(response.headers.get(name) ?? '')
  return parsed.ok ? parsed.value : null
}
const at = (path: string) => `${target.origin}${path}`
const rowOf = (buyer: TestBuyer) =>
  target.site.application.database.payment.findFirst({ where: { payer: buyer.address.toLowerCase() } })

describe('a payment that is not one', () => {
  it('is 400 with the terms when it is malformed', async () => {
    for (const header of ['nonsense!', Buffer.from('[]').toString('base64'), encodeHeader({ x402Version: 1 })]) {
      const response = await fetch(at('/cheap'), { headers: { 'PAYMENT-SIGNATURE': header } })
      expect(response.status).toBe(400)
      expect(response.headers.get('content-type')).toBe('application/problem+json')
      expect(terms(response)).toMatchObject({ x402Version: 2, accepts: [{ amount: '1000' }] })
    }
  })

  it('is 402 when its signature is another’s, and claims nothing', async () => {
    const [buyer, other] = await Promise.all([newBuyer(), newBuyer()])
    const { payload } = await buyer.sign(at('/cheap'))
    const { payload: foreign } = await other.sign(at('/cheap'))
    const forged = { ...payload, payload: { ...payload.payload, signature: foreign.payload.signature } }
    const response = await fetch(at('/cheap'), { headers: { 'PAYMENT-SIGNATURE': encodeHeader(forged) } })
    expect([response.status, terms(response)?.error]).toEqual([402, expect.stringMatching(/signature/)])
    expect(await rowOf(buyer)).toBeNull()
    const { headers } = await buyer.sign(at('/cheap'))
    expect((await fetch(at('/cheap'), { headers })).status).toBe(200)
  })
})

describe('a payment that is in the ledger already', () => {
  it('is 409 while it is worked on', async () => {
    const buyer = await newBuyer()
    const { headers } = await buyer.sign(at('/slow?held'))
    const runs = (await target.runs())['/slow'] ?? 0
    const first = fetch(at('/slow?held'), { headers })
    while (((await target.runs())['/slow'] ?? 0) === runs) await sleep(5)
    const second = await fetch(at('/slow?held'), { headers })
    expect([second.status, second.headers.get('retry-after')]).toEqual([409, '1'])
    expect(await second.json()).toMatchObject({ code: 'payment_in_progress' })
    await target.finish()
    expect((await first).status).toBe(200)
  })

  it('opens an answer too long to be kept once, free, for the buyer who hung up before it', async () => {
    const [buyer, path] = [await newBuyer(), '/big']
    const { headers } = await buyer.sign(at(path))
    const countRuns = async () => (await target.runs())[path] ?? 0
    const runs = await countRuns()
    const hangUp = new AbortController()
    const asked = fetch(at(path), { headers, signal: hangUp.signal }).then((response) => response.body?.cancel())
    // Claimed is not enough: work that has not begun cannot be finished.
    while ((await countRuns()) === runs) await sleep(5)
    hangUp.abort()
    await asked.catch(() => undefined)
    while ((await rowOf(buyer))?.status !== 'settled') await sleep(20)
    const again = await askSettled(at(path), headers)
    expect(again.status).toBe(200)
    await again.text()
    expect((await askSettled(at(path), headers)).status).toBe(402)
    expect(await buyer.balance()).toBe(999_000n)
  })

  it('is 402 once it was used at zero', async () => {
    const buyer = await newBuyer()
    const url = at('/metered?amount=0')
    const { headers } = await buyer.sign(url)
    const response = await fetch(url, { headers })
    expect([response.status, terms(response, 'payment-response')]).toMatchObject([
      200,
      { success: true, transaction: '', amount: '0' },
    ])
    const again = await fetch(url, { headers })
    expect([again.status, terms(again)?.error]).toEqual([402, 'payment_already_used'])
    expect([(await rowOf(buyer))?.status, await buyer.balance()]).toEqual(['spent_zero', 1_000_000n])
  })
})

describe('a handler that fails', () => {
  it('by a throw costs nothing, and the same payment may try again', async () => {
    const buyer = await newBuyer()
    const { headers } = await buyer.sign(at('/flaky'))
    const response = await fetch(at('/flaky'), { headers })
    expect([response.status, await response.json()]).toMatchObject([500, { code: 'handler_failed' }])
    expect([(await rowOf(buyer))?.status, await buyer.balance()]).toEqual(['abandoned', 1_000_000n])
    expect((await fetch(at('/flaky'), { headers })).status).toBe(200)
    expect(await buyer.balance()).toBe(999_000n)
  })

  it('by taking too long costs nothing', async () => {
    const buyer = await newBuyer()
    const { headers } = await buyer.sign(at('/late'))
    const response = await fetch(at('/late'), { headers })
    expect([response.status, await response.json()]).toMatchObject([504, { code: 'handler_timeout' }])
    expect([(await rowOf(buyer))?.status, await buyer.balance()]).toEqual(['abandoned', 1_000_000n])
  })

  it('after the money was taken owes the content, free', async () => {
    const buyer = await newBuyer()
    const { headers, payload } = await buyer.sign(at('/first'))
    expect(payload.accepted.extra).toMatchObject({ paymentFlow: 'upfront' })
    expect((await buyer.sign(at('/cheap'))).payload.accepted.extra).not.toHaveProperty('paymentFlow')
    const failed = await fetch(at('/first'), { headers: { ...headers, 'x-fail': '1' } })
    expect([failed.status, await buyer.balance()]).toEqual([503, 999_000n])
    expect(terms(failed, 'payment-response')).toMatchObject({ success: true })
    const again = await askSettled(at('/first'), headers)
    expect([again.status, await again.json()]).toEqual([200, { content: 'first' }])
    expect((await askSettled(at('/first'), headers)).status).toBe(402)
    expect(await buyer.balance()).toBe(999_000n)
  })
})

describe('a settlement that is refused', () => {
  it('withholds the body and says why', async () => {
    const buyer = await newBuyer()
    const { headers } = await buyer.sign(at('/cheap'))
    const { facilitator } = target.site.application.gate
    const { settle } = facilitator
    facilitator.settle = async ({ requirements: { network } }) => ({
      kind: 'refused',
      response: { success: false, transaction: '', network, errorReason: 'insufficient_funds' },
    })
    const response = await fetch(at('/cheap'), { headers }).finally(() => (facilitator.settle = settle))
    expect([response.status, terms(response)?.error]).toEqual([402, 'insufficient_funds'])
    expect(terms(response, 'payment-response')).toMatchObject({ success: false, transaction: '' })
    expect(await response.json()).not.toHaveProperty('content')
    expect([(await rowOf(buyer))?.status, await buyer.balance()]).toEqual(['refused', 1_000_000n])
  })

  it('is overruled by another instance that knows the outcome meanwhile', async () => {
    const buyer = await newBuyer()
    const { headers } = await buyer.sign(at('/cheap'))
    const { facilitator } = target.site.application.gate
    const { settle } = facilitator
    facilitator.settle = async (...payment) => {
      const outcome = await settle(...payment)
      if (outcome.kind !== 'settled') throw new Error('Expected a settlement.')
      // Like its reconciler does for a payment that it found on the chain; the next node is late.
      const row = await rowOf(buyer)
      const data = {
        status: 'settled',
        settleResponse: outcome.response as object,
        settledAt: new Date(),
        leaseUntil: null,
      }
      await target.site.application.database.payment.update({ where: { id: row?.id ?? '' }, data })
      chains.findAuthorization = async () => ({ state: 'unused' })
      return {
        kind: 'refused',
        response: { ...outcome.response, success: false, errorReason: 'invalid_transaction_state' },
      }
    }
    const { chains } = target.site.application.gate
    const { findAuthorization } = chains
    const response = await fetch(at('/cheap'), { headers }).finally(() => {
      facilitator.settle = settle
      chains.findAuthorization = findAuthorization
    })
    expect([response.status, await response.json()]).toEqual([200, { content: '/cheap' }])
    expect([(await rowOf(buyer))?.status, await buyer.balance()]).toEqual(['settled', 999_000n])
  })
})

it('a facilitator that cannot be reached answers 503 before anything is charged, and serves once it is back', async () => {
  const { facilitatorHttp } = target.site.application
  let isDown = false
  const remote = await serveFetch(async (request) => {
    if (isDown) return new Response('gone', { status: 502 })
    const verb = new URL(request.url).pathname.slice(1) as 'verify' | 'settle' | 'supported'
    return facilitatorHttp[verb](request)
  })
  const client = await targets.ours({ env: { FACILITATOR_URLS: remote.origin } })
  const buyer = await newBuyer()
  const { headers } = await buyer.sign(`${client.origin}/cheap`)
  isDown = true
  // More often than a handler may run for one payment: an outage does not count as a run.
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const response = await fetch(`${client.origin}/cheap`, { headers })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await response.text()).not.toMatch(/gone|fetch failed/)
  }
  expect([(await client.runs())['/cheap'], await buyer.balance()]).toEqual([undefined, 1_000_000n])
  isDown = false
  expect((await fetch(`${client.origin}/cheap`, { headers })).status).toBe(200)
  expect(await buyer.balance()).toBe(999_000n)
  await remote.stop()
})

it('a body larger than the route reads is 413 before anything is claimed', async () => {
  const buyer = await newBuyer()
  const post = (body: string, headers: Record<string, string>) =>
    fetch(at('/echo'), { method: 'POST', body, headers: { ...headers, 'content-type': 'text/plain' } })
  const { headers } = await buyer.sign(at('/echo'), { method: 'POST', body: 'small' })
  expect((await post('x'.repeat(101), headers)).status).toBe(413)
  expect(await rowOf(buyer)).toBeNull()
  const response = await post('x'.repeat(100), headers)
  expect([response.status, await response.json()]).toEqual([200, { content: 'x'.repeat(100) }])
})

describe('a hook', () => {
  it('that throws before money moves refuses the request', async () => {
    const buyer = await newBuyer()
    const { headers } = await buyer.sign(at('/guarded'))
    const response = await fetch(at('/guarded'), { headers: { ...headers, 'x-country': 'nowhere' } })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(await response.text()).not.toContain('guarded')
    expect([await rowOf(buyer), await buyer.balance()]).toEqual([null, 1_000_000n])
  })

  it('that throws after the settlement leaves the buyer its content', async () => {
    const buyer = await newBuyer()
    const { headers } = await buyer.sign(at('/guarded'))
    const response = await fetch(at('/guarded'), { headers })
    expect([response.status, await response.json()]).toEqual([200, { content: 'guarded' }])
    expect(hooked).toContain(buyer.address.toLowerCase())
    expect(await buyer.balance()).toBe(999_000n)
  })
})
