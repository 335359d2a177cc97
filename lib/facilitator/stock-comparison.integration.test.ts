import type { x402Facilitator } from '@x402/core/facilitator'
import { createPermit2ApprovalTx } from '@x402/evm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evmFacilitator, freshAccount, usdc, usdcBalance, walletAt } from '@/development/devnet/testing/evm-parties'
import { EVM_NETWORK, type FacilitatorWorld, openFacilitatorWorld } from '@/development/testing/facilitator-world'
import { testWorld } from '@/development/testing/test-world'
import { buildRequirements } from '@/lib/base/chains/build-requirements'
import { signEvmPayment } from '@/lib/base/chains/testing/signed-payments'
import type { SettleResponse, VerifyResponse } from '@/lib/base/x402/wire'
import type { PaymentRequest } from './read-payment'

/** Runs the same script on the unmodified SDK's facilitator, which shows the gap, and on ours, which closes it. */
type Contender = {
  verify(request: PaymentRequest): Promise<VerifyResponse>
  settle(request: PaymentRequest): Promise<SettleResponse>
  requirements: FacilitatorWorld['requirements']
}

let world: FacilitatorWorld
let ours: Contender
let stock: Contender

beforeAll(async () => {
  world = await openFacilitatorWorld()
  const gas = freshAccount()
  await testWorld().faucet({ network: EVM_NETWORK, address: gas.address })
  stock = stockContender(evmFacilitator(testWorld().evmRpcUrl, gas))
  ours = {
    verify: (request) => world.facilitator.verify(request),
    requirements: world.requirements,
    async settle(request) {
      const outcome = await world.facilitator.settle(request)
      if (outcome.kind === 'unknown') throw new Error('Expected a decided settlement.')
      return outcome.response
    },
  }
})
afterAll(() => world.close())

function stockContender(sdk: x402Facilitator): Contender {
  const supported = sdk.getSupported()
  return {
    verify: ({ paymentPayload, paymentRequirements }) => sdk.verify(paymentPayload, paymentRequirements),
    settle: ({ paymentPayload, paymentRequirements }) => sdk.settle(paymentPayload, paymentRequirements),
    requirements: ({ scheme = 'exact', network = EVM_NETWORK, price, payTo }) =>
      buildRequirements({ scheme, network, price, payTo, maxTimeoutSeconds: 60, supported }),
  }
}

describe('twenty authorizations over a balance for five, verified at once', () => {
  const validOf = async (contender: Contender) => {
    const payer = await world.newEvmPayer(5_000n)
    const paymentRequirements = contender.requirements({ price: '$0.001', payTo: world.newEvmSeller() })
    const sign = async () => ({ paymentPayload: await signEvmPayment(payer, paymentRequirements), paymentRequirements })
    const requests = await Promise.all(Array.from({ length: 20 }, sign))
    const verdicts = await Promise.all(requests.map((request) => contender.verify(request)))
    return verdicts.filter(({ isValid }) => isValid).length
  }

  it('are all valid to the stock facilitator', async () => expect(await validOf(stock)).toBe(20))
  it('are five valid ones to ours', async () => expect(await validOf(ours)).toBe(5))
})

describe('an upto authorization that was settled at zero', () => {
  const secondAnswer = async (contender: Contender) => {
    const payer = await world.newEvmPayer()
    const wallet = walletAt(testWorld().evmRpcUrl, payer)
    await wallet.waitForTransactionReceipt({ hash: await wallet.sendTransaction(createPermit2ApprovalTx(usdc)) })
    const paymentRequirements = contender.requirements({ scheme: 'upto', price: '$0.10', payTo: world.newEvmSeller() })
    const paymentPayload = await signEvmPayment(payer, paymentRequirements)
    const request = { paymentPayload, paymentRequirements: { ...paymentRequirements, amount: '0' } }
    expect(await contender.settle(request)).toMatchObject({ success: true, transaction: '', amount: '0' })
    const valid = await contender.verify({ paymentPayload, paymentRequirements })
    return { isValid: valid.isValid, success: (await contender.settle(request)).success }
  }

  it('serves again and again at the stock facilitator', async () => {
    expect(await secondAnswer(stock)).toEqual({ isValid: true, success: true })
  })
  it('is spent at ours', async () => expect(await secondAnswer(ours)).toEqual({ isValid: false, success: false }))
})

describe('forty settles of one payment at once', () => {
  const settleCopies = async (contender: Contender) => {
    const payTo = world.newEvmSeller()
    const payer = await world.newEvmPayer()
    const paymentRequirements = contender.requirements({ price: '$0.001', payTo })
    const request = { paymentPayload: await signEvmPayment(payer, paymentRequirements), paymentRequirements }
    const answers = await Promise.all(Array.from({ length: 40 }, () => contender.settle(request)))
    expect(await usdcBalance(testWorld().evmRpcUrl, payTo)).toBe(1_000n)
    return answers.filter(({ success }) => success).length
  }

  it('are one success at ours', async () => expect(await settleCopies(ours)).toBe(1))
})
