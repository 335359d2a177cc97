import { afterEach, expect, it, vi } from 'vitest'
import { createNonceKey } from '@/lib/gate/sign-in/sign-in-nonce'
import { buildChallenge, readChallengeSecret, writeChallenge } from './build-challenge'
import { compileRoute } from './compile-route'
import type { Gate, OpenedRequest } from './gate'
import { openRequest } from './open-request'

const network = 'eip155:84532'
const nonceKey = createNonceKey('a secret of this test')
const error = 'Payment required'

afterEach(() => void vi.restoreAllMocks())

/** A paid route that is sold with a sign-in, and a clock that stands still. */
async function openShop() {
  const now = new Date('2026-11-27T10:00:00Z')
  const faults: { found: string | null } = { found: null }
  const findPayeeFault = vi.fn(async () => faults.found)
  const supported = async () => ({ kinds: [{ x402Version: 2, scheme: 'exact', network }], extensions: [], signers: {} })
  const gate = {
    publicOrigin: 'https://shop.example',
    clock: () => now,
    schemes: {},
    chains: { further: [] },
    findPayeeFault,
    signIn: { nonceKey, clock: () => now },
    facilitator: { supported },
  } as unknown as Gate // What is read of it.
  const route = await compileRoute(
    gate,
    'GET /a/[name]',
    {
      accepts: { scheme: 'exact', price: '$0.001', network, payTo: `0x${'b'.repeat(40)}` },
      extensions: { 'sign-in-with-x': {}, bazaar: { discoverable: true, pathParams: { name: 'x' } } },
    } as never,
    () => new Response(),
  )
  const open = (path: string) => openRequest(gate, route, new Request(`https://shop.example${path}`)) as OpenedRequest
  return { gate, open, faults, findPayeeFault }
}

const secretOf = (text = '{}') => readChallengeSecret(JSON.parse(text)) ?? expect.fail('It has no secret')

const withoutNonce = (text: string) =>
  text
    .replace(/"nonce":"[0-9a-f]{56}"/, '"nonce":""')
    .replace(/,"challenge-secret":\{"info":\{"secret":"[0-9a-f]{24}"\},"schema":\{\}\}/, '')

it('writes a second challenge as if nothing were kept, with another nonce and secret', async () => {
  const { gate, open, findPayeeFault } = await openShop()
  for (const path of ['/a/one', '/a/two', '/a/two?page=2', '/a/one']) {
    const opened = open(path)
    const [first, second] = [
      await writeChallenge(gate, opened, { error }),
      await writeChallenge(gate, opened, { error }),
    ]
    const whole = JSON.stringify(await buildChallenge(gate, opened, { error }))
    expect([first, second].map((texts) => withoutNonce(texts?.header ?? ''))).toEqual(
      [whole, whole].map((text) => withoutNonce(text)),
    )
    expect(JSON.parse(second?.body ?? '')).toEqual({ ...JSON.parse(second?.header ?? ''), ...version1Of(second?.body) })
    expect(secretOf(first?.header)).not.toBe(secretOf(second?.header))
  }
  expect(findPayeeFault).toHaveBeenCalledTimes(8)
})

const version1Of = (body = '{}') => {
  const { x402Version, accepts } = JSON.parse(body) as Record<string, unknown>
  expect(x402Version).toBe(1)
  return { x402Version, accepts }
}

it('tells after a second that the seller can be paid no more', async () => {
  const { gate, open, faults } = await openShop()
  const opened = open('/a/one')
  expect(await writeChallenge(gate, opened, { error })).not.toBeNull()
  faults.found = 'blocked'
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 1_001)
  expect(await writeChallenge(gate, opened, { error })).toBeNull()
})
