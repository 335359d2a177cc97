import { createSolanaRpc } from '@solana/kit'
import { toClientAvmSigner } from '@x402/avm'
import { ExactAvmScheme } from '@x402/avm/exact/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { avmUsdcBalance } from '@/development/devnet/testing/avm-parties'
import { usdcBalance } from '@/development/devnet/testing/evm-parties'
import { avmDevnetAddress, avmDevnetSecretKey } from '@/development/devnet/wallets'
import {
  AVM_NETWORK,
  type FacilitatorWorld,
  openFacilitatorWorld,
  SVM_NETWORK,
} from '@/development/testing/facilitator-world'
import { testWorld } from '@/development/testing/test-world'
import { signEvmPayment, signSvmPayment } from '@/lib/base/chains/testing/signed-payments'

let world: FacilitatorWorld
beforeAll(async () => {
  world = await openFacilitatorWorld()
})
afterAll(() => world.close())

const evmBalance = (owner: string) => usdcBalance(testWorld().evmRpcUrl, owner as `0x${string}`)

describe('an exact payment on EVM', () => {
  it('moves exactly the price, once, and says where', async () => {
    const payer = await world.newEvmPayer(1_000_000n)
    const payTo = world.newEvmSeller()
    const requirements = world.requirements({ price: '$0.10', payTo })
    const request = { paymentPayload: await signEvmPayment(payer, requirements), paymentRequirements: requirements }

    expect(await world.facilitator.verify(request)).toEqual({ isValid: true, payer: payer.address.toLowerCase() })
    const outcome = await world.facilitator.settle(request)
    expect(outcome).toMatchObject({ kind: 'settled', response: { success: true, amount: '100000' } })
    expect(await evmBalance(payTo)).toBe(100_000n)
    expect(await evmBalance(payer.address)).toBe(900_000n)

    const { transaction } = outcome.kind === 'settled' ? outcome.response : { transaction: '' }
    expect(transaction).toMatch(/^0x[0-9a-f]{64}$/)
    const repeat = await world.facilitator.settle(request)
    expect(repeat).toMatchObject({
      kind: 'refused',
      response: { success: false, errorReason: 'duplicate_settlement', transaction },
    })
    expect(await world.facilitator.verify(request)).toMatchObject({ isValid: false })
    expect(await evmBalance(payTo)).toBe(100_000n)
  })

  it('refuses what the payer cannot cover and charges nothing', async () => {
    const payer = await world.newEvmPayer(5n)
    const payTo = world.newEvmSeller()
    const requirements = world.requirements({ price: '$0.01', payTo })
    const request = { paymentPayload: await signEvmPayment(payer, requirements), paymentRequirements: requirements }
    const reason = 'invalid_exact_evm_insufficient_balance'
    expect(await world.facilitator.verify(request)).toMatchObject({ isValid: false, invalidReason: reason })
    expect(await world.facilitator.settle(request)).toMatchObject({
      kind: 'refused',
      response: { errorReason: reason },
    })
    expect(await evmBalance(payer.address)).toBe(5n)
  })
})

describe('an exact payment on Solana', () => {
  it('moves exactly the price, once', async () => {
    const rpc = createSolanaRpc(testWorld().svmRpcUrl)
    const payer = await world.newSvmPayer()
    const payTo = await world.newSvmSeller()
    const requirements = world.requirements({ network: SVM_NETWORK, price: '$0.10', payTo })
    const { value: latest } = await rpc.getLatestBlockhash().send()
    const payload = await signSvmPayment(payer, requirements, { blockhash: latest.blockhash })
    const request = { paymentPayload: payload, paymentRequirements: requirements }
    expect(await world.facilitator.verify(request)).toEqual({ isValid: true, payer: payer.address })
    const outcome = await world.facilitator.settle(request)
    expect(outcome).toMatchObject({ kind: 'settled', response: { amount: '100000' } })
    expect(await world.facilitator.settle(request)).toMatchObject({
      kind: 'refused',
      response: { errorReason: 'duplicate_settlement' },
    })
  })
})

describe("an exact payment on Algorand's emulator", () => {
  it('moves exactly the price, once', async () => {
    const payTo = await avmDevnetAddress('seller')
    const requirements = world.requirements({ network: AVM_NETWORK, price: '$0.10', payTo })
    const client = new ExactAvmScheme(toClientAvmSigner(await avmDevnetSecretKey('buyer')), {
      algodUrl: testWorld().avmUrl,
    })
    const { payload } = await client.createPaymentPayload(2, requirements)
    const paymentPayload = { x402Version: 2, accepted: requirements, payload }
    const request = { paymentPayload, paymentRequirements: requirements }
    const { avmUrl } = testWorld()
    const before = await avmUsdcBalance(avmUrl, payTo)
    expect(await world.facilitator.verify(request)).toMatchObject({ isValid: true })
    expect(await world.facilitator.settle(request)).toMatchObject({ kind: 'settled', response: { amount: '100000' } })
    expect((await avmUsdcBalance(avmUrl, payTo)) - before).toBe(100_000n)
    expect(await world.facilitator.settle(request)).toMatchObject({
      kind: 'refused',
      response: { errorReason: 'duplicate_settlement' },
    })
  })
})
