import { afterAll, describe, expect, it } from 'vitest'
import { openTargets } from '@/development/testing/targets'
import { createEvmBuyer, type TestBuyer } from '@/development/testing/test-buyer'
import { encodeHeader, parseHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'

const targets = await openTargets()
const accepts = { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo: targets.payTo } as const
let orders = 0
const handler = () => Response.json({ order: (orders += 1) }, { status: 201, headers: { 'X-Order': `${orders}` } })
const target = await targets.ours({
  routes: {
    'POST /order': { config: { accepts, extensions: { 'payment-identifier': {} } }, handler },
    'POST /strict': { config: { accepts, extensions: { 'payment-identifier': { required: true } } }, handler },
  },
})
const url = `${target.origin}/order`
const required = `${target.origin}/strict`
afterAll(() => targets.close())

const newBuyer = () => createEvmBuyer(targets.world, 1_000_000n)
const newId = () => `order_${crypto.randomUUID().replaceAll('-', '')}`

/** A freshly signed payment under an identifier; the identifier itself is not signed. */
async function signAs(buyer: TestBuyer, id: unknown, { at = url, body = 'a' } = {}) {
  const { payload } = await buyer.sign(at, { method: 'POST', body })
  const declared = payload.extensions?.['payment-identifier'] as { info: object }
  const extension = { ...declared, info: { ...declared.info, ...(id === undefined ? {} : { id }) } }
  const extensions = { ...payload.extensions, 'payment-identifier': extension }
  return { 'PAYMENT-SIGNATURE': encodeHeader({ ...payload, extensions }) }
}

const post = (headers: Record<string, string>, { at = url, body = 'a' } = {}) =>
  fetch(at, { method: 'POST', body, headers: { ...headers, 'content-type': 'text/plain' } })

const settlementOf = (response: Response) => parseHeader(response.headers.get('payment-response') ?? '')

/** Posts until no request works on the payment any more. */
async function postSettled(headers: Record<string, string>): Promise<Response> {
  for (;;) {
    const response = await post(headers)
    const isBusy = response.status === 409 && (await response.clone().text()).includes('payment_in_progress')
    if (!isBusy) return response
  }
}

describe('a payment identifier', () => {
  it('brings the stored outcome again, to the same payment and to a new one, for one charge', async () => {
    const [buyer, id] = [await newBuyer(), newId()]
    const first = await signAs(buyer, id)
    const bought = await post(first)
    const order = await bought.json()
    for (const headers of [first, await signAs(buyer, id), await signAs(buyer, id)]) {
      const again = await postSettled(headers)
      expect([again.status, await again.json(), again.headers.get('x-order')]).toEqual([
        201,
        order,
        bought.headers.get('x-order'),
      ])
      expect(settlementOf(again)).toEqual(settlementOf(bought))
    }
    expect(await buyer.balance()).toBe(999_000n)
  })

  it('is a conflict for another request, and charges nothing', async () => {
    const [buyer, id] = [await newBuyer(), newId()]
    await (await post(await signAs(buyer, id))).text()
    const other = await post(await signAs(buyer, id, { body: 'b' }), { body: 'b' })
    expect([other.status, await other.json()]).toMatchObject([409, { code: 'payment_identifier_conflict' }])
    expect(await buyer.balance()).toBe(999_000n)
  })

  it('belongs to its payer: another wallet with the same one buys for itself', async () => {
    const [one, two, id] = [await newBuyer(), await newBuyer(), newId()]
    const first = await (await post(await signAs(one, id))).json()
    const second = await (await post(await signAs(two, id))).json()
    expect(second).not.toEqual(first)
    expect([await one.balance(), await two.balance()]).toEqual([999_000n, 999_000n])
  })

  it('makes one order of several payments that arrive at once', async () => {
    const [buyer, id] = [await newBuyer(), newId()]
    const signed = await Promise.all(Array.from({ length: 5 }, () => signAs(buyer, id)))
    const runs = (await target.runs())['/order'] ?? 0
    const answers = await Promise.all(signed.map((headers) => postSettled(headers)))
    const orders = await Promise.all(answers.map((answer) => answer.text()))
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(orders).size).toBe(1)
    expect([((await target.runs())['/order'] ?? 0) - runs, await buyer.balance()]).toEqual([1, 999_000n])
  })

  it('must be one, where the route requires it or where it is given', async () => {
    const buyer = await newBuyer()
    const without = await post(await signAs(buyer, undefined, { at: required }), { at: required })
    expect(without.status).toBe(402)
    expect(await without.json()).toMatchObject({ error: 'payment_identifier_required' })
    for (const id of ['short', 'x'.repeat(129), 'spaces are not allowed', 7, '']) {
      const response = await post(await signAs(buyer, id))
      expect([id, response.status]).toEqual([id, 402])
    }
    expect((await post(await signAs(buyer, newId(), { at: required }), { at: required })).status).toBe(201)
    expect(await buyer.balance()).toBe(999_000n)
  })
})
