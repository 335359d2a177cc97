import { afterAll, expect, it } from 'vitest'
import { serveFetch } from '@/development/testing/serve-fetch'
import { encodeHeader } from '@/lib/base/x402/header-codec'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { createHttpFacilitator } from './http-facilitator'

const outcome = { bazaar: { status: 'success' } }
let said: string | null = null
/** In place of a success. */
let answer: { body: unknown; status?: number } | null = null

const server = await serveFetch(async () => {
  if (answer) return Response.json(answer.body, { status: answer.status ?? 200 })
  const landed = { success: true, transaction: '0x1', network: 'eip155:84532' }
  return Response.json(landed, { headers: said === null ? {} : { 'EXTENSION-RESPONSES': said } })
})
afterAll(() => server.stop())

const settle = () =>
  createHttpFacilitator({ url: server.origin }).settle(
    { payload: {} as PaymentPayload, requirements: {} as PaymentRequirements },
    null,
  )

it('hands on what a facilitator of others says of a payment’s extensions', async () => {
  said = encodeHeader(outcome)
  expect(await settle()).toMatchObject({ kind: 'settled', extensionResponses: outcome })
})

it.each([null, 'not base64!', ''])('settles also where it says nothing that can be read: %s', async (header) => {
  said = header
  const settled = await settle()
  expect(settled).toMatchObject({ kind: 'settled' })
  expect(settled).not.toHaveProperty('extensionResponses')
})

const payment = { payload: {} as PaymentPayload, requirements: {} as PaymentRequirements }
const told = async (body: unknown, status = 200) => {
  answer = { body, status }
  const source = createHttpFacilitator({ url: server.origin })
  const verdict = await source.verify(payment).catch((error: Error) => error.message)
  const settled = await source.settle(payment, null)
  return { verdict, settled, fault: await source.findFault() }
}
const refusal = { success: false, transaction: '', network: 'eip155:84532', errorReason: 'insufficient_funds' }

const invalid = { isValid: false, invalidReason: 'insufficient_funds', payer: null }

it.each([200, 400, 402, 409, 412, 422])('reads a verdict that comes with status %i', async (status) => {
  const { verdict } = await told(invalid, status)
  expect(verdict).toMatchObject({ isValid: false, invalidReason: 'insufficient_funds', payer: undefined })
  expect((await told(refusal, status)).settled).toMatchObject({ kind: 'refused', response: refusal })
})

it.each([401, 403, 404, 429, 500, 503])(
  'reads no verdict with status %i, and no word on who was paid',
  async (status) => {
    expect((await told(invalid, status)).verdict).toBe(`${status} as the answer to /verify`)
    const source = createHttpFacilitator({ url: server.origin })
    answer = { body: { kinds: [], extensions: [], signers: {} } }
    await source.supported()
    answer = { body: invalid, status }
    expect(await source.askSettledFor?.(payment, 'holder')).toEqual([{ settledFor: 'unknown', signers: {} }])
  },
)

it('reads a refused settlement with status 500', async () => {
  expect((await told(refusal, 500)).settled).toMatchObject({ kind: 'refused', response: refusal })
})

it('takes null for what is absent', async () => {
  expect((await told({ isValid: true, invalidReason: null, payer: null })).verdict).toMatchObject({ isValid: true })
  const nulls = { errorReason: null, payer: null, amount: null }
  expect((await told({ ...refusal, transaction: null, ...nulls })).settled).toMatchObject({ kind: 'refused' })
  const kind = { x402Version: 2, scheme: 'exact', network: 'eip155:84532', extra: null }
  answer = { body: { kinds: [kind], extensions: null, signers: null } }
  const supported = await createHttpFacilitator({ url: server.origin }).supported()
  expect(supported).toMatchObject({ kinds: [{ extra: undefined }], extensions: [], signers: {} })
})

it('takes no success with a status of failure, or without a transaction', async () => {
  expect((await told({ isValid: true }, 400)).verdict).toContain('400 as the answer to /verify')
  const landed = { success: true, transaction: '0x1', network: 'eip155:84532' }
  expect((await told(landed, 500)).settled).toEqual({ kind: 'unknown', reason: 'facilitator_500' })
  expect((await told({ ...landed, transaction: null })).settled).toMatchObject({ kind: 'unknown' })
})

it.each([
  [404, { error: 'nothing here' }, '404 as the answer to /supported'],
  [200, { kinds: 'none' }, 'an answer to /supported that is none of x402'],
])('says what is wrong with %i %j', async (status, body, fault) => {
  expect((await told(body, status)).fault).toBe(fault)
})
