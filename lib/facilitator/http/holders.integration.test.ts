import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openFacilitatorWorld } from '@/development/testing/facilitator-world'
import { startFaultyRpc } from '@/development/testing/faulty-rpc'
import { serveFacilitator } from '@/development/testing/serve-facilitator'
import { serveFetch } from '@/development/testing/serve-fetch'
import { testWorld } from '@/development/testing/test-world'
import type { Facilitator } from '../create-facilitator'
import { holderOverHttp } from '../ledger/reserve-authorizations'
import type { PaymentRequest } from '../read-payment'
import { newPayment } from '../testing/new-payments'
import { createFacilitatorHttp } from './create-facilitator-http'

const MINIMUM = 100n

const log = { info: () => {}, warn: () => {}, error: () => {} }
const serve = (facilitator: Facilitator) =>
  serveFetch(
    serveFacilitator(
      createFacilitatorHttp({
        ...{ facilitator, log, baseUrl: 'http://localhost/facilitator', minimumOf: () => MINIMUM },
        admitCaller: async ({ headers }) => ({ keyId: headers.get('authorization'), receivers: [] }),
      }),
    ),
  )

const world = await openFacilitatorWorld()
const served = await serve(world.facilitator)
afterAll(async () => {
  await served.stop()
  await world.close()
})

const newRequest = async (terms?: { price: string }): Promise<PaymentRequest> =>
  (await newPayment(world, terms)).request

type By = { key?: string; holder?: string }

async function ask(path: 'verify' | 'settle', request: PaymentRequest, { key, holder }: By, { origin } = served) {
  const named = { ...(key && { authorization: key }), ...(holder && { 'payment-holder': holder }) }
  const headers = { 'content-type': 'application/json', ...named }
  const body = JSON.stringify({ x402Version: 2, ...request })
  const answer = await fetch(`${origin}/facilitator/${path}`, { method: 'POST', headers, body })
  return answer.json() as Promise<Record<string, unknown>>
}

/** For whom the facilitator says that a settled payment was settled, to a caller with this holder. */
async function settledFor(request: PaymentRequest, by: By): Promise<unknown> {
  const verdict = await ask('verify', request, by)
  expect(verdict).toMatchObject({ isValid: false })
  return verdict['settledFor']
}

describe('a payment that was settled, and whose settle got no answer', () => {
  it('is its holder’s own with every API key, or none', async () => {
    const [request, holder] = [await newRequest(), randomUUID()]
    expect(await ask('verify', request, { key: 'one', holder })).toMatchObject({ isValid: true })
    expect(await ask('settle', request, { key: 'two', holder })).toMatchObject({ success: true })
    for (const key of ['one', 'two', 'three', undefined]) {
      expect(await settledFor(request, { key, holder })).toBe('holder')
      expect(await settledFor(request, { key, holder: randomUUID() })).toBe('another')
    }
  })

  it('is its holder’s own when its gate has moved out of the facilitator’s process, or into it', async () => {
    const [before, after, holder] = [await newRequest(), await newRequest(), randomUUID()]
    expect(await world.facilitator.settle(before, { holder })).toMatchObject({ kind: 'settled' })
    expect(await settledFor(before, { key: 'one', holder })).toBe('holder')
    expect(await settledFor(before, { key: 'one', holder: randomUUID() })).toBe('another')
    expect(await ask('settle', after, { key: 'one', holder })).toMatchObject({ success: true })
    expect(await world.facilitator.findSettledFor(after, holder)).toBe('holder')
    expect(await world.facilitator.findSettledFor(after, randomUUID())).toBe('another')
  })

  it('is told to be another’s also when its time is over', async () => {
    const request = await newRequest()
    expect(await ask('settle', request, {})).toMatchObject({ success: true })
    const tooLate = { invalidReason: 'invalid_exact_evm_payload_authorization_valid_before', settledFor: 'another' }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    onTestFinished(() => void vi.useRealTimers())
    expect(await ask('verify', request, { holder: randomUUID() })).toMatchObject(tooLate)
  })
})

describe('whose a payment is', () => {
  it('is told to nobody who cannot sign it, or for less than the least amount', async () => {
    const [request, other] = [await newRequest(), await newRequest()]
    expect(await ask('settle', request, {})).toMatchObject({ success: true })
    const { signature } = other.paymentPayload.payload
    const { paymentPayload } = request
    const forged = { ...paymentPayload, payload: { ...paymentPayload.payload, signature } }
    expect(await settledFor({ ...request, paymentPayload: forged }, { holder: randomUUID() })).toBeUndefined()
    const small = await newRequest({ price: '$0.00005' })
    expect(await world.facilitator.settle(small)).toMatchObject({ kind: 'settled' })
    expect(await settledFor(small, { holder: randomUUID() })).toBeUndefined()
  })

  it('is told to its holder while it is on its way', async () => {
    const [request, holder] = [await newRequest(), randomUUID()]
    const rpc = await startFaultyRpc(testWorld().evmRpcUrl)
    rpc.decide(({ method }) => (method === 'eth_getTransactionReceipt' ? { swallow: null } : 'pass'))
    const facilitator = await world.openInstance({ evmRpcUrls: [rpc.url] })
    const slow = await serve(facilitator)
    const settling = { holder: holderOverHttp(holder), isWaiting: false }
    expect(await facilitator.settle(request, settling)).toMatchObject({ reason: 'settlement_pending' })
    const pending = { isValid: false, invalidReason: 'settlement_pending', settledFor: 'holder' }
    expect(await ask('verify', request, { key: 'one', holder }, slow)).toMatchObject(pending)
    facilitator.stop()
    await slow.stop()
    await rpc.stop()
  })

  it('is told also when the gas of the day is spent; then nothing is asked of the chain about others', async () => {
    const request = await newRequest()
    expect(await ask('settle', request, {})).toMatchObject({ success: true })
    const rpc = await startFaultyRpc(testWorld().evmRpcUrl)
    const poor = await serve(await world.openInstance({ evmRpcUrls: [rpc.url], gas: { dailyBudget: 1n } }))
    const spent = { isValid: false, invalidReason: 'gas_budget_spent' }
    const holder = randomUUID()
    expect(await ask('verify', request, { holder }, poor)).toEqual({
      ...spent,
      ...{ settledFor: 'another', invalidMessage: expect.any(String), payer: expect.any(String) },
    })
    const { paymentPayload, paymentRequirements } = await newRequest()
    // As a contract wallet signs, which is to be asked whether it did.
    const signed = { ...paymentPayload.payload, signature: `0x${'ab'.repeat(200)}` }
    const asked = rpc.calls.length
    const unknown = { paymentPayload: { ...paymentPayload, payload: signed }, paymentRequirements }
    expect(await ask('verify', unknown, { holder }, poor)).toMatchObject(spent)
    expect(rpc.calls.length).toBe(asked)
    await poor.stop()
    await rpc.stop()
  })
})
