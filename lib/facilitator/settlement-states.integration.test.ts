import { randomUUID } from 'node:crypto'
import { createPermit2ApprovalTx } from '@x402/evm'
import type { PrivateKeyAccount } from 'viem'
import { afterAll, describe, expect, it } from 'vitest'
import { usdc, usdcBalance, walletAt } from '@/development/devnet/testing/evm-parties'
import { openFacilitatorWorld } from '@/development/testing/facilitator-world'
import { startFaultyRpc } from '@/development/testing/faulty-rpc'
import { settleByStranger } from '@/development/testing/hostile-payers'
import { testWorld } from '@/development/testing/test-world'
import { signEvmPayment } from '@/lib/base/chains/testing/signed-payments'
import type { PaymentRequest } from './read-payment'
import { newPayment } from './testing/new-payments'

const world = await openFacilitatorWorld()
afterAll(() => world.close())

const paid = (payTo: string) => usdcBalance(testWorld().evmRpcUrl, payTo as `0x${string}`)

async function approvePermit2(payer: PrivateKeyAccount) {
  const wallet = walletAt(testWorld().evmRpcUrl, payer)
  await wallet.waitForTransactionReceipt({ hash: await wallet.sendTransaction(createPermit2ApprovalTx(usdc)) })
}

const withAmount = (request: PaymentRequest, amount: string): PaymentRequest => ({
  ...request,
  paymentRequirements: { ...request.paymentRequirements, amount },
})

it('a caller that does not wait is told to come back, and one later caller gets the success', async () => {
  const { request, payTo } = await newPayment(world)
  // The local chain answers at once; only a late receipt makes the caller stop waiting.
  const rpc = await startFaultyRpc(testWorld().evmRpcUrl)
  rpc.decide(({ method }) => (method === 'eth_getTransactionReceipt' ? { swallow: null } : 'pass'))
  const facilitator = await world.openInstance({ evmRpcUrls: [rpc.url] })
  expect(await facilitator.settle(request, { isWaiting: false })).toMatchObject({
    kind: 'unknown',
    reason: 'settlement_pending',
  })
  rpc.decide(() => 'pass')
  const later = await Promise.all(Array.from({ length: 8 }, () => facilitator.settle(request)))
  expect(later.filter(({ kind }) => kind === 'settled')).toHaveLength(1)
  expect(later.filter(({ kind }) => kind === 'refused')).toHaveLength(7)
  expect(await world.facilitator.settle(request)).toMatchObject({ response: { errorReason: 'duplicate_settlement' } })
  expect(await paid(payTo)).toBe(1_000n)
  facilitator.stop()
  await rpc.stop()
})

it('reads what a stranger declares only once the payment is claimed', async () => {
  let reads = 0
  const readSale = () => {
    reads += 1
    return { note: null, responses: async () => null }
  }
  const facilitator = await world.openInstance({ catalog: { extensions: [], readSale } })
  const { request } = await newPayment(world)
  const forged = { ...request, paymentPayload: structuredClone(request.paymentPayload) }
  Object.assign(forged.paymentPayload.payload, { signature: `0x${'11'.repeat(65)}` })
  expect(await facilitator.settle(forged)).toMatchObject({ kind: 'refused' })
  const poor = await world.newEvmPayer(0n)
  const paymentPayload = await signEvmPayment(poor, request.paymentRequirements)
  expect(await facilitator.settle({ ...request, paymentPayload })).toMatchObject({ kind: 'refused' })
  expect(reads).toBe(0)
  expect(await facilitator.settle(request)).toMatchObject({ kind: 'settled' })
  expect(reads).toBe(1)
  facilitator.stop()
})

describe('upto', () => {
  it('settles the used amount, at most the authorised one, and only once', async () => {
    const { request, payTo, payer } = await newPayment(world, { scheme: 'upto', price: '$0.10' })
    await approvePermit2(payer)
    expect(await world.facilitator.verify(request)).toMatchObject({ isValid: true })
    expect(await world.facilitator.settle(withAmount(request, '100001'))).toMatchObject({
      kind: 'refused',
      response: { errorReason: 'invalid_upto_evm_payload_settlement_exceeds_amount' },
    })
    expect(await world.facilitator.settle(withAmount(request, '40000'))).toMatchObject({
      kind: 'settled',
      response: { amount: '40000' },
    })
    expect(await world.facilitator.settle(withAmount(request, '10000'))).toMatchObject({
      response: { errorReason: 'duplicate_settlement' },
    })
    expect(await paid(payTo)).toBe(40_000n)
  })

  it('spends the authorization when nothing was used, without a transaction', async () => {
    const { request, payTo, payer } = await newPayment(world, { scheme: 'upto', price: '$0.10' })
    await approvePermit2(payer)
    const outcome = await world.facilitator.settle(withAmount(request, '0'))
    expect(outcome).toMatchObject({ kind: 'settled', response: { success: true, transaction: '', amount: '0' } })
    expect(await world.facilitator.verify(request)).toMatchObject({ invalidReason: 'duplicate_settlement' })
    expect(await world.facilitator.settle(withAmount(request, '5'))).toMatchObject({ kind: 'refused' })
    expect(await paid(payTo)).toBe(0n)
  })
})

describe('preemption', () => {
  it('counts a landing by a third party after verify as the settlement, found by its event', async () => {
    const { request, payTo } = await newPayment(world)
    expect(await world.facilitator.verify(request)).toMatchObject({ isValid: true })
    const transaction = await settleByStranger(request)
    expect(await world.facilitator.settle(request)).toMatchObject({ kind: 'settled', response: { transaction } })
    expect(await world.facilitator.settle(request)).toMatchObject({ response: { errorReason: 'duplicate_settlement' } })
    expect(await paid(payTo)).toBe(1_000n)
  })

  it('is no sending for another, but one for the holder that had asked for it', async () => {
    const { request } = await newPayment(world)
    const [holder, other] = [randomUUID(), randomUUID()]
    const told = () => Promise.all([holder, other].map((by) => world.facilitator.findSettledFor(request, by)))
    expect(await world.facilitator.verify(request, { holder })).toMatchObject({ isValid: true })
    expect(await told()).toEqual([null, null])
    await settleByStranger(request)
    expect(await world.facilitator.settle(request, { holder })).toMatchObject({ kind: 'settled' })
    expect(await told()).toEqual(['holder', null])
  })
})
