import { erc20Abi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usdc, walletAt } from '@/development/devnet/testing/evm-parties'
import { type FacilitatorWorld, openFacilitatorWorld } from '@/development/testing/facilitator-world'
import { startFaultyRpc } from '@/development/testing/faulty-rpc'
import { serveFacilitator } from '@/development/testing/serve-facilitator'
import { testWorld } from '@/development/testing/test-world'
import { signEvmPayment } from '@/lib/base/chains/testing/signed-payments'
import type { Facilitator } from '../create-facilitator'
import type { PaymentRequest } from '../read-payment'
import { createFacilitatorHttp } from './create-facilitator-http'

let world: FacilitatorWorld
let call: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Response>
beforeAll(async () => {
  world = await openFacilitatorWorld()
  call = callerOf(world.facilitator)
})
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

async function newRequest(terms: { scheme?: 'exact' | 'upto'; funds?: bigint } = {}) {
  const payer = await world.newEvmPayer(terms.funds)
  const paymentRequirements = world.requirements({ scheme: terms.scheme, price: '$0.01', payTo: world.newEvmSeller() })
  return { payer, paymentRequirements, paymentPayload: await signEvmPayment(payer, paymentRequirements) }
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
  it.each<[string, Change]>([
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
  ])('says %s', async (reason, change) => {
    const request = await newRequest()
    expect(await verify(request, change)).toMatchObject({ status: 200, isValid: false, invalidReason: reason })
    expect(await settle(request, change)).toMatchObject({
      status: 200,
      success: false,
      transaction: '',
      errorReason: reason,
      network: expect.any(String),
    })
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
  ])('says %s', async (reason, field, seconds) => {
    const { paymentRequirements } = await newRequest()
    const payer = await world.newEvmPayer()
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
  it('says insufficient balance in the words of the SDK', async () => {
    const request = await newRequest({ funds: 9_999n })
    expect(await verify(request)).toMatchObject({ invalidReason: 'invalid_exact_evm_insufficient_balance' })
  })

  it('says insufficient_funds when other payments hold the money', async () => {
    const payer = await world.newEvmPayer(15_000n)
    const paymentRequirements = world.requirements({ price: '$0.01', payTo: world.newEvmSeller() })
    const sign = async () => ({ paymentRequirements, paymentPayload: await signEvmPayment(payer, paymentRequirements) })
    expect(await verify(await sign())).toMatchObject({ isValid: true })
    expect(await verify(await sign())).toMatchObject({ invalidReason: 'insufficient_funds' })
    expect(await settle(await sign())).toMatchObject({ errorReason: 'insufficient_funds', transaction: '' })
  })

  it('says permit2_allowance_required', async () => {
    const request = await newRequest({ scheme: 'upto' })
    expect(await verify(request)).toMatchObject({ invalidReason: 'permit2_allowance_required' })
  })

  it('says that a settlement exceeds the authorised amount', async () => {
    const request = await newRequest({ scheme: 'upto' })
    const reason = 'invalid_upto_evm_payload_settlement_exceeds_amount'
    expect(await settle(request, { requirements: { amount: '10001' } })).toMatchObject({ errorReason: reason })
  })

  it('says invalid_transaction_state when the money left between verify and settle', async () => {
    const request = await newRequest({ funds: 10_000n })
    expect(await verify(request)).toMatchObject({ isValid: true })
    const wallet = walletAt(testWorld().evmRpcUrl, request.payer)
    const args = [world.newEvmSeller(), 10_000n] as const
    const hash = await wallet.writeContract({ address: usdc, abi: erc20Abi, functionName: 'transfer', args })
    await wallet.waitForTransactionReceipt({ hash })
    expect(await settle(request)).toMatchObject({ success: false, errorReason: 'invalid_transaction_state' })
  })

  it('says duplicate_settlement with the transaction', async () => {
    const request = await newRequest()
    const first = await settle(request)
    expect(first).toMatchObject({ success: true })
    const { transaction } = first as unknown as { transaction: string }
    expect(await settle(request)).toMatchObject({ success: false, errorReason: 'duplicate_settlement', transaction })
    expect(await verify(request)).toMatchObject({ isValid: false })
  })

  it('says settlement_pending to a caller that does not wait', async () => {
    const request = await newRequest()
    // No receipt is shown, so that the settlement cannot be decided before the answer.
    const rpc = await startFaultyRpc(testWorld().evmRpcUrl)
    rpc.decide(({ method }) => (method === 'eth_getTransactionReceipt' ? { swallow: null } : 'pass'))
    const slow = callerOf(await world.openInstance({ evmRpcUrls: [rpc.url] }))
    const response = await slow('settle', bodyOf(request), { prefer: 'respond-async' })
    expect(await verdictOf(response)).toMatchObject({
      success: false,
      errorReason: 'settlement_pending',
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    })
    rpc.decide(() => 'pass')
    expect(await settle(request)).toMatchObject({ success: true })
    await rpc.stop()
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

describe('an invalid request', () => {
  it.each(['0x10', ' 5 ', 5, 'abc', '200%', '1e3', '-5', '05', ''])(
    'refuses the amount %j with 400',
    async (amount) => {
      const request = await newRequest()
      const response = await call('settle', bodyOf(request, { requirements: { amount } }))
      expect(response.status).toBe(400)
      expect(response.headers.get('content-type')).toBe('application/problem+json')
      expect(await response.json()).toMatchObject({ code: 'BODY_INVALID' })
    },
  )

  it.each([
    ['no JSON', '{'],
    ['an array', '[]'],
    ['an empty object', '{}'],
    ['no requirements', JSON.stringify({ x402Version: 2, paymentPayload: { x402Version: 2 } })],
    ['nesting without end', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
  ])('refuses %s with 400', async (_case, body) => {
    expect((await call('verify', body)).status).toBe(400)
  })

  it('refuses a body beyond its size with 413', async () => {
    const response = await call('verify', JSON.stringify({ filler: 'x'.repeat(200_000) }))
    expect(response.status).toBe(413)
  })
})
