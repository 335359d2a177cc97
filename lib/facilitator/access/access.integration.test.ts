import { Registry } from 'prom-client'
import { afterAll, describe, expect, it } from 'vitest'
import { openFacilitatorWorld } from '@/development/testing/facilitator-world'
import { serveFacilitator } from '@/development/testing/serve-facilitator'
import { signEvmPayment } from '@/lib/base/chains/testing/signed-payments'
import { CALLER_HEADER, markCaller } from '@/lib/base/http/caller'
import { createFacilitatorHttp } from '../http/create-facilitator-http'
import { createFacilitatorMetrics } from '../metrics'
import { createCallerGate } from './admit-caller'
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys'

let now = new Date('2026-01-01T00:00:00Z')
const registry = new Registry()
const metrics = createFacilitatorMetrics(registry)
const world = await openFacilitatorWorld()
afterAll(() => world.close())

function openInstance({ isOpen = true, requestsPerSecond = 1 } = {}) {
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const { database } = world
  const access = { database, clock: () => now, isOpen, requestsPerSecond }
  const facilitator = metrics.watch(world.facilitator)
  const options = { facilitator, log, baseUrl: 'http://localhost/facilitator' }
  const serve = serveFacilitator(createFacilitatorHttp({ ...options, admitCaller: createCallerGate(access) }))
  return (path: string, init: RequestInit = {}) => serve(new Request(`http://localhost/facilitator/${path}`, init))
}

const post = (headers: Record<string, string>, body = '{}') => ({ method: 'POST', body, headers })
const from = (address: string) => post({ [CALLER_HEADER]: markCaller(address) })

describe('limits', () => {
  it('hold per address, and let requests come again with time', async () => {
    now = new Date('2026-01-01T00:00:03.500Z')
    const call = openInstance()
    const answers = await Promise.all(Array.from({ length: 14 }, () => call('verify', from('198.51.100.1'))))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
    expect(statuses.filter((status) => status === 400)).toHaveLength(10)
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('1')
    expect((await call('verify', from('198.51.100.2'))).status).toBe(400)

    now = new Date('2026-01-01T00:00:04.500Z')
    expect((await call('verify', from('198.51.100.1'))).status).toBe(400)
  })

  it('leave /supported and /health public', async () => {
    const call = openInstance({ isOpen: false })
    expect((await call('supported')).status).toBe(200)
    expect((await call('health')).status).toBe(200)
  })
})

describe('API keys', () => {
  it('are asked for, have scopes and limits of their own, and can be revoked', async () => {
    const call = openInstance({ isOpen: false })
    expect((await call('verify', post({}))).status).toBe(401)
    expect((await call('verify', post({ authorization: 'Bearer tpk_nobody' }))).status).toBe(401)

    const key = await createApiKey(world.database, { name: 'Shop', scopes: ['verify'], requestsPerSecond: 2 })
    const headers = { authorization: `Bearer ${key.secret}` }
    expect((await call('verify', post(headers))).status).toBe(400)
    expect((await call('settle', post(headers))).status).toBe(403)
    const statuses = await Promise.all(
      Array.from({ length: 25 }, async () => (await call('verify', post(headers))).status),
    )
    expect(statuses.filter((status) => status === 429)).toHaveLength(6)

    await revokeApiKey(world.database, key.id, now)
    expect((await call('verify', post(headers))).status).toBe(401)
    await expect(revokeApiKey(world.database, key.id, now)).rejects.toMatchObject({ code: 'API_KEY_NOT_FOUND' })
  })

  it('of other services are overlooked where none is needed; ours must be in force', async () => {
    const asked = (secret: string, isOpen: boolean) =>
      openInstance({ isOpen, requestsPerSecond: 100 })('verify', post({ authorization: `Bearer ${secret}` }))
    expect((await asked('a-token-of-cdp', true)).status).toBe(400)
    expect((await asked('tpk_nobody', true)).status).toBe(401)
    expect((await asked('a-token-of-cdp', false)).status).toBe(401)
  })

  it('are stored so that they cannot be read back', async () => {
    const { id, secret } = await createApiKey(world.database, { name: 'Reader', scopes: ['settle'] })
    const row = await world.database.facilitatorApiKey.findUniqueOrThrow({ where: { id } })
    expect(JSON.stringify(row)).not.toContain(secret)
    await expect(createApiKey(world.database, { name: '', scopes: [] })).rejects.toMatchObject({
      code: 'API_KEY_INVALID',
    })
  })
})

it('API keys with an end end when they say, and are listed with their use and the gas that it cost', async () => {
  now = new Date('2026-01-02T00:00:00Z')
  const [call, expiresAt] = [openInstance({ isOpen: false, requestsPerSecond: 100 }), new Date('2026-01-02T00:01:00Z')]
  const key = await createApiKey(world.database, { name: 'A while', scopes: ['settle'], expiresAt })
  const headers = { authorization: `Bearer ${key.secret}` }
  const paymentRequirements = world.requirements({ price: '$0.01', payTo: world.newEvmSeller() })
  const paymentPayload = await signEvmPayment(await world.newEvmPayer(), paymentRequirements)
  const body = JSON.stringify({ x402Version: 2, paymentPayload, paymentRequirements })
  expect((await call('settle', post(headers, body))).status).toBe(200)
  const own = async () => (await listApiKeys(world.database)).find(({ id }) => id === key.id)
  expect(await own()).toMatchObject({ name: 'A while', expiresAt, gas: [{ settlements: 1 }] })
  expect((await own())?.gas[0]?.spentAtomic).toBeGreaterThan(0n)
  expect(JSON.stringify(await own(), (_, value) => String(value))).not.toContain('secretHash')
  now = new Date('2026-01-02T00:00:59Z')
  expect((await call('settle', post(headers))).status).toBe(400)
  now = new Date('2026-01-02T00:01:00Z')
  expect((await call('settle', post(headers))).status).toBe(401)
})
