import { afterAll, describe, expect, it } from 'vitest'
import { openFacilitatorWorld } from '@/development/testing/facilitator-world'
import { serveFacilitator } from '@/development/testing/serve-facilitator'
import { signEvmPayment } from '@/lib/base/chains/testing/signed-payments'
import type { Facilitator } from '../create-facilitator'
import type { PaymentRequest } from '../read-payment'
import { newPayment } from '../testing/new-payments'
import { untilHeadIsPast } from '../testing/until-head-is-past'
import { createFacilitatorHttp } from './create-facilitator-http'

const world = await openFacilitatorWorld()
const call = callerOf(world.facilitator)
afterAll(() => world.close())

function callerOf(facilitator: Facilitator) {
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const serve = serveFacilitator(createFacilitatorHttp({ facilitator, log, baseUrl: 'http://localhost/facilitator' }))
  return (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return serve(new Request(`http://localhost/facilitator/${path}`, { method: 'POST', body: text, headers }))
  }
}

type Change = { payload?: Record<string, unknown>; requirements?: Record<string, unknown>; version?: number }

async function newRequest(terms: { scheme?: 'upto'; funds?: bigint } = {}) {
  const { payer, request } = await newPayment(world, { price: '$0.01', ...terms })
  return { payer, ...request }
}

const bodyOf = ({ paymentPayload, paymentRequirements }: PaymentRequest, change: Change = {}) => ({
  x402Version: change.version ?? 2,
  paymentPayload: { ...paymentPayload, ...change.payload },
  paymentRequirements: { ...paymentRequirements, ...change.requirements },
})

const verdictOf = async (response: Response) => ({ status: response.status, ...((await response.json()) as object) })
const verify = async (request: PaymentRequest, change?: Change) =>
  verdictOf(await call('verify', bodyOf(request, change)))
const settle = async (request: PaymentRequest, change?: Change) =>
  verdictOf(await call('settle', bodyOf(request, change)))

const moment = (seconds: number) => Math.floor(Date.now() / 1_000 + seconds).toString()

describe('a refusal of the terms', () => {
  const refusals: [string, Change][] = [
    ['invalid_x402_version', { version: 1 }],
    ['invalid_x402_version', { payload: { x402Version: 1 } }],
    ['invalid_network', { requirements: { network: 'eip155:8453' } }],
    ['unsupported_scheme', { requirements: { scheme: 'deferred' } }],
    ['invalid_payload', { payload: { payload: {} } }],
    ['invalid_payload', { payload: { payload: { signature: '0x', authorization: null } } }],
    ['invalid_payment_requirements', { requirements: { payTo: 'nobody' } }],
    ['invalid_asset', { requirements: { asset: 'nothing' } }],
    ['invalid_asset', { requirements: { asset: `0x${'11'.repeat(20)}` } }],
    ['invalid_exact_evm_recipient_mismatch', { requirements: { payTo: `0x${'11'.repeat(20)}` } }],
    ['invalid_exact_evm_payload_authorization_value_mismatch', { requirements: { amount: '10001' } }],
    ['invalid_exact_evm_missing_eip712_domain', { requirements: { extra: {} } }],
    ['invalid_exact_evm_signature', { requirements: { extra: { name: 'Other', version: '2' } } }],
  ]
  it('says each reason at verify and at settle, and leaves the payment as it was', async () => {
    const request = await newRequest()
    const refused = { status: 200, success: false, transaction: '', network: expect.any(String) }
    for (const [reason, change] of refusals) {
      expect(await verify(request, change)).toMatchObject({ status: 200, isValid: false, invalidReason: reason })
      expect(await settle(request, change)).toMatchObject({ ...refused, errorReason: reason })
    }
    expect(await verify(request)).toMatchObject({ isValid: true })
  })

  it('says invalid_scheme for a payload of another scheme', async () => {
    const request = await newRequest()
    const accepted = { ...request.paymentPayload.accepted, scheme: 'upto' }
    expect(await verify(request, { payload: { accepted } })).toMatchObject({ invalidReason: 'invalid_scheme' })
  })

  it.each([
    ['invalid_exact_evm_payload_authorization_valid_before', 'validBefore', 3],
    ['invalid_exact_evm_payload_authorization_valid_after', 'validAfter', 60],
    // Begun by our clock, and not by that of the chain's last block.
    ['invalid_exact_evm_payload_authorization_valid_after', 'validAfter', 0],
  ])('says %s', async (reason, field, seconds) => {
    const { paymentRequirements } = await newRequest()
    const payer = await world.newEvmPayer()
    await untilHeadIsPast()
    const signed = moment(seconds)
    const signTypedData: typeof payer.signTypedData = (typed) => {
      const message = typed.message as Record<string, unknown>
      message[field] = BigInt(signed)
      return payer.signTypedData(typed)
    }
    const paymentPayload = await signEvmPayment({ ...payer, signTypedData }, paymentRequirements)
    const authorization = paymentPayload.payload['authorization'] as Record<string, string>
    authorization[field] = signed
    expect(await verify({ paymentPayload, paymentRequirements })).toMatchObject({ invalidReason: reason })
  })
})

describe('a refusal by the chain', () => {
  it('says permit2_allowance_required', async () => {
    const request = await newRequest({ scheme: 'upto' })
    expect(await verify(request)).toMatchObject({ invalidReason: 'permit2_allowance_required' })
  })

  it('says unexpected_verify_error and unexpected_settle_error when the network is silent', async () => {
    const request = await newRequest()
    const cut = callerOf(await world.openInstance({ evmRpcUrls: ['http://127.0.0.1:9'] }))
    const verdict = await verdictOf(await cut('verify', bodyOf(request)))
    expect(verdict).toMatchObject({ status: 200, invalidReason: 'unexpected_verify_error' })
    const outcome = await verdictOf(await cut('settle', bodyOf(request)))
    expect(outcome).toMatchObject({ status: 200, errorReason: 'unexpected_settle_error', transaction: '' })
    expect(await settle(request)).toMatchObject({ success: true })
  })
})
