import { afterAll, describe, expect, it } from 'vitest'
import { signInHeaders } from '@/development/testing/sign-in-proofs'
import { openTargets } from '@/development/testing/targets'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { parseHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'

const targets = await openTargets()
const option = { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo: targets.payTo } as const
const target = await targets.ours({
  routes: {
    'GET /article': {
      config: { accepts: option, extensions: { 'sign-in-with-x': { entitlementSeconds: 3600 } } },
      handler: (_request, { buyer }) => Response.json({ content: 'article', for: buyer.kind }),
    },
    'GET /profile': {
      config: {
        accepts: [],
        extensions: { 'sign-in-with-x': { network: BASE_SEPOLIA, statement: 'Show my profile' } },
      },
      handler: (_request, { buyer }) => Response.json({ buyer }),
    },
  },
})
const url = `${target.origin}/article`
afterAll(() => targets.close())

const newBuyer = () => createEvmBuyer(targets.world, 1_000_000n)
const terms = (response: Response) => {
  const parsed = parseHeader(response.headers.get('payment-required') ?? '')
  return parsed.ok ? parsed.value : null
}
const get = (headers: Record<string, string>, at = url) => fetch(at, { headers })

async function paidBuyer() {
  const buyer = await newBuyer()
  expect((await get((await buyer.sign(url)).headers)).status).toBe(200)
  return buyer
}

describe('a sign-in proof', () => {
  it('of a wallet that has paid opens the resource, and touches no payment', async () => {
    const buyer = await paidBuyer()
    const response = await get(await signInHeaders(url, buyer.key))
    expect([response.status, await response.json()]).toEqual([200, { content: 'article', for: 'sign-in' }])
    expect(response.headers.has('payment-response')).toBe(false)
    expect(await buyer.balance()).toBe(999_000n)
  })

  it('of a wallet that has not paid is refused with why, and with a fresh challenge', async () => {
    const response = await get(await signInHeaders(url, (await newBuyer()).key))
    expect(response.status).toBe(402)
    expect(terms(response)?.error).toBe('sign_in_rejected: wallet_has_not_paid')
    const nonce = (from: Response) => JSON.stringify(terms(from)).match(/"nonce":"(\w{32,})"/)?.[1]
    expect(nonce(response)).toBeTruthy()
    expect(nonce(response)).not.toBe(nonce(await get({})))
  })

  it('wins over a payment that comes with it, which stays unused', async () => {
    const buyer = await paidBuyer()
    const { headers } = await buyer.sign(url)
    const both = await get({ ...headers, ...(await signInHeaders(url, buyer.key)) })
    expect([both.status, both.headers.has('payment-response')]).toEqual([200, false])
    expect(await buyer.balance()).toBe(999_000n)
    expect((await get(headers)).status).toBe(200)
    expect(await buyer.balance()).toBe(998_000n)
  })

  it('that fails leaves the payment beside it to do its work', async () => {
    const buyer = await newBuyer()
    const { headers } = await buyer.sign(url)
    const response = await get({ ...headers, ...(await signInHeaders(url, buyer.key)) })
    expect([response.status, response.headers.has('payment-response')]).toEqual([200, true])
    expect(await buyer.balance()).toBe(999_000n)
  })

  it('is no payment where none is asked for: a route without it says so', async () => {
    const proof = await signInHeaders(url, (await newBuyer()).key)
    const response = await get(proof, `${target.origin}/slow`)
    expect([response.status, terms(response)?.error]).toEqual([402, 'sign_in_rejected: sign_in_not_offered'])
  })
})

describe('an auth-only route', () => {
  const profile = () => `${target.origin}/profile`

  it('asks for a signature and no money', async () => {
    const response = await get({}, profile())
    expect(response.status).toBe(402)
    expect(terms(response)).toMatchObject({
      accepts: [],
      extensions: { 'sign-in-with-x': { info: { statement: 'Show my profile' } } },
    })
  })

  it('opens to any wallet that signs', async () => {
    const buyer = await newBuyer()
    const response = await get(await signInHeaders(profile(), buyer.key), profile())
    expect([response.status, await response.json()]).toMatchObject([200, { buyer: { kind: 'sign-in' } }])
    expect(await buyer.balance()).toBe(1_000_000n)
  })

  it('takes neither a payment nor the proof for another resource', async () => {
    const buyer = await newBuyer()
    const { headers } = await buyer.sign(url)
    expect((await get(headers, profile())).status).toBe(402)
    expect((await get(await signInHeaders(url, buyer.key), profile())).status).toBe(402)
    expect(await buyer.balance()).toBe(1_000_000n)
  })
})
