import { afterAll, describe, expect, it } from 'vitest'
import { askBehindCache, askUnpaid, spellings } from '@/development/testing/attacks/leaks'
import { rawRequest } from '@/development/testing/raw-request'
import { signInHeaders } from '@/development/testing/sign-in-proofs'
import { type OurTarget, openTargets, type Target } from '@/development/testing/targets'
import { createEvmBuyer, type TestBuyer } from '@/development/testing/test-buyer'

const targets = await openTargets()
afterAll(() => targets.close())

const newBuyer = () => createEvmBuyer(targets.world, 1_000_000n)

async function pay(target: Target, buyer: TestBuyer, path = '/cheap') {
  const { headers } = await buyer.sign(`${target.origin}${path}`)
  return fetch(`${target.origin}${path}`, { headers })
}

describe('S-4: no answer reaches anybody but its buyer', () => {
  it('holds here behind a cache', async () => {
    expect(await askBehindCache(targets.world, await targets.ours())).toEqual({
      paid: 200,
      afterPayment: 402,
      signedIn: 200,
      afterSignIn: 402,
    })
  })

  it('holds here for HEAD and every spelling of the path, behind a router that takes them all', async () => {
    expect(await askUnpaid(await targets.ours())).toEqual({ served: [], runs: 0 })
  })

  it('charges nothing and runs nothing when a good payment comes with another spelling', async () => {
    const ours = await targets.ours()
    const buyer = await newBuyer()
    const { headers } = await buyer.sign(`${ours.origin}/cheap`)
    for (const path of spellings) {
      const { status } = await rawRequest(ours.origin, path, { headers })
      expect([path, status]).toEqual([path, 404])
    }
    expect([await buyer.balance(), (await ours.runs())['/cheap']]).toEqual([1_000_000n, undefined])
    // URLs read an encoded dot as a dot, and an encoded letter as the letter: the same path, so the same price.
    const escaped = await rawRequest(ours.origin, '/%2e/%63heap', { headers })
    expect([escaped.status, await buyer.balance()]).toEqual([200, 999_000n])
  })

  it('refuses a payment header that came twice, or merged by a proxy', async () => {
    const ours = await targets.ours()
    const [one, other] = await Promise.all([newBuyer(), newBuyer()])
    const first = (await one.sign(`${ours.origin}/cheap`)).headers['PAYMENT-SIGNATURE'] ?? ''
    const second = (await other.sign(`${ours.origin}/cheap`)).headers['PAYMENT-SIGNATURE'] ?? ''
    for (const value of [[first, first], [first, second], `${first},${second}`, `${first}, ${first}`, `${first},`]) {
      const answer = await rawRequest(ours.origin, '/cheap', { headers: { 'PAYMENT-SIGNATURE': value } })
      expect(answer.status).toBe(400)
      expect(answer.headers['payment-required']).toBeTruthy()
    }
    const proof = (await signInHeaders(`${ours.origin}/cheap`, one.key))['SIGN-IN-WITH-X'] ?? ''
    const twice = await rawRequest(ours.origin, '/cheap', { headers: { 'SIGN-IN-WITH-X': [proof, proof] } })
    expect(twice.status).toBe(400)
    expect([await one.balance(), await other.balance()]).toEqual([1_000_000n, 1_000_000n])
  })

  it('marks every answer as private, never to be kept, and varying by its proofs', async () => {
    const ours = await targets.ours()
    for (const [status, headers] of await everyKindOfAnswer(ours)) {
      expect([status, headers['cache-control']]).toEqual([status, 'private, no-store'])
      for (const name of ['PAYMENT-SIGNATURE', 'SIGN-IN-WITH-X', 'Turnpike-Terms', 'Cookie']) {
        expect([status, headers.vary]).toEqual([status, expect.stringContaining(name)])
      }
    }
  })
})

async function everyKindOfAnswer(ours: OurTarget): Promise<[number, Record<string, string>][]> {
  const buyer = await newBuyer()
  const paid = await pay(ours, buyer)
  const proven = await fetch(`${ours.origin}/cheap`, {
    headers: await signInHeaders(`${ours.origin}/cheap`, buyer.key),
  })
  const answers = [
    paid,
    proven,
    await fetch(`${ours.origin}/cheap`),
    await fetch(`${ours.origin}/cheap`, { method: 'HEAD' }),
    await fetch(`${ours.origin}/cheap`, { method: 'POST' }),
    await fetch(`${ours.origin}/cheap/`),
    await fetch(`${ours.origin}/cheap`, { headers: { 'PAYMENT-SIGNATURE': 'nonsense' } }),
    await fetch(`${ours.origin}/cheap`, { headers: { 'SIGN-IN-WITH-X': 'nonsense' } }),
    await pay(ours, buyer, '/metered?amount=200%25'),
    await pay(ours, buyer, '/metered?amount=0'),
  ]
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 402, 402, 405, 404, 400, 402, 500, 200])
  return answers.map((answer) => [answer.status, Object.fromEntries(answer.headers)])
}
