import { afterAll, describe, expect, it } from 'vitest'
import { signIn } from '@/development/testing/attacks/leaks'
import type { TestRoute } from '@/development/testing/serve-test-site'
import { openTargets, type Target } from '@/development/testing/targets'
import { createEvmBuyer, type TestBuyer } from '@/development/testing/test-buyer'
import type { TestWorld } from '@/development/testing/test-world'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'

const post = { method: 'POST' }

const targets = await openTargets()
const target = await targets.ours({ routes: routes() })
afterAll(() => targets.close())
function routes(): Record<string, TestRoute> {
  const accepts = { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo: targets.payTo } as const
  const extensions = { 'sign-in-with-x': {} }
  const handler = (request: Request) => Response.json({ content: `${request.method} ${new URL(request.url).search}` })
  return {
    'GET /notes': { config: { accepts }, handler },
    'POST /notes': { config: { accepts, extensions }, handler },
    'GET /text': { config: { accepts, extensions, query: 'ignored' }, handler },
    'GET /named': { config: { accepts, extensions, query: ['id'] }, handler },
  }
}

const newBuyer = () => createEvmBuyer(targets.world, 1_000_000n)
async function pay(buyer: TestBuyer, path: string, init: RequestInit = {}) {
  const url = `${target.origin}${path}`
  const answer = await fetch(url, { ...init, headers: (await buyer.sign(url, init)).headers })
  expect(answer.status).toBe(200)
}
const opens = async (buyer: TestBuyer, path: string, init: RequestInit = {}) =>
  (await signIn(target, buyer, path, init)).status === 200

describe('S-24: a right opens what was sold', () => {
  it('holds here: nothing opens but the method and the query that were bought', async () => {
    const { paid, spent, bought, others } = await openBySignIn(targets.world, target)
    expect({ paid, spent }).toEqual({ paid: [200, 200], spent: 2_000n })
    expect(bought.map(({ status }) => status)).toEqual([200, 200])
    for (const [what, { status, body }] of Object.entries(others))
      expect([what, status, JSON.parse(body).error]).toEqual([what, 402, 'sign_in_rejected: wallet_has_not_paid'])
  })

  it('holds for a payment made where no sign-in was offered', async () => {
    const buyer = await newBuyer()
    await pay(buyer, '/notes')
    expect(await opens(buyer, '/notes', post)).toBe(false)
    await pay(buyer, '/notes', post)
    expect(await opens(buyer, '/notes', post)).toBe(true)
  })

  it('opens the same for HEAD, and in any order of the parameters', async () => {
    const buyer = await newBuyer()
    await pay(buyer, '/cheap?b=2&a=1&a=0')
    expect(await opens(buyer, '/cheap?a=1&b=2&a=0', { method: 'HEAD' })).toBe(true)
    expect(await opens(buyer, '/cheap?a=0&b=2&a=1')).toBe(false)
  })

  it('leaves out what the route leaves out', async () => {
    const buyer = await newBuyer()
    await pay(buyer, '/text?utm_source=mail')
    await pay(buyer, '/named?id=1')
    const asked = ['/text', '/text?utm_source=x', '/named?id=1&page=2', '/named?id=2', '/named']
    expect(await Promise.all(asked.map((path) => opens(buyer, path)))).toEqual([true, true, true, false, false])
  })

  it('names a query that is too long for an address, and nothing else by its name', async () => {
    const buyer = await newBuyer()
    const [long, other] = ['a', 'b'].map((letter) => `/cheap?q=${letter.repeat(3_000)}`)
    await pay(buyer, `${long}`)
    expect([await opens(buyer, `${long}`), await opens(buyer, `${other}`)]).toEqual([true, false])
  })
})

/** Buys a resource for $0.001, and signs in to two that were not bought: by another method, and with another query. */
export async function openBySignIn(world: TestWorld, target: Target) {
  const buyer = await createEvmBuyer(world, 1_000_000n)
  const pay = async (path: string) => {
    const url = `${target.origin}${path}`
    return (await fetch(url, { headers: (await buyer.sign(url)).headers })).status
  }
  const paid = [await pay('/jobs'), await pay('/cheap?id=1')]
  const spent = 1_000_000n - (await buyer.balance())
  const bought = [await signIn(target, buyer, '/jobs'), await signIn(target, buyer, '/cheap?id=1')]
  const others = {
    'POST /jobs': await signIn(target, buyer, '/jobs', { method: 'POST' }),
    'GET /cheap?id=2': await signIn(target, buyer, '/cheap?id=2'),
    'GET /cheap': await signIn(target, buyer, '/cheap'),
  }
  return { paid, spent, bought, others }
}
