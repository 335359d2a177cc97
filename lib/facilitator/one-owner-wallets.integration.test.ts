import { ExactEvmScheme } from '@x402/evm/exact/client'
import type { Address } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect, it } from 'vitest'
import { EVM_NETWORK, openFacilitatorWorld } from '@/development/testing/facilitator-world'
import { startFaultyRpc } from '@/development/testing/faulty-rpc'
import { delegate, deploy } from '@/development/testing/hostile-payers'
import { type OneOwnerWallet, oneOwnerWalletAt, openOneOwnerWallet } from '@/development/testing/smart-wallet'
import { testWorld } from '@/development/testing/test-world'
import type { PaymentRequest } from './read-payment'
import { newPayment } from './testing/new-payments'

const world = await openFacilitatorWorld()
afterAll(() => world.close())

const owner = privateKeyToAccount(generatePrivateKey())

async function newWallet(): Promise<OneOwnerWallet> {
  const at = { rpcUrl: testWorld().evmRpcUrl, attacker: await world.newEvmPayer() }
  const wallet = await openOneOwnerWallet(at, owner)
  await testWorld().faucet({ network: EVM_NETWORK, address: wallet.address, amountAtomic: 1_000_000n })
  return wallet
}

type Signing = { address: Address; signTypedData: OneOwnerWallet['signTypedData'] }

async function pay({ address, signTypedData }: Signing, form?: 'prefixed'): Promise<PaymentRequest> {
  const paymentRequirements = world.requirements({ price: '$0.01', payTo: world.newEvmSeller() })
  const scheme = new ExactEvmScheme({ address, signTypedData: (data) => signTypedData(data as never, form) }) // The SDK's looser type.
  const { payload } = await scheme.createPaymentPayload(2, paymentRequirements)
  return { paymentPayload: { x402Version: 2, accepted: paymentRequirements, payload }, paymentRequirements }
}

const payByKey = async () => (await newPayment(world, { price: '$0.01' })).request

describe('a contract wallet whose signature is 65 bytes long', () => {
  it.each([
    ['with the usual end', undefined],
    ['with an end that no key writes', 'prefixed'],
  ] as const)('pays %s, at verify and at settle', async (_, form) => {
    const request = await pay(await newWallet(), form)
    expect((request.paymentPayload.payload as { signature: string }).signature).toHaveLength(132)
    expect(await world.facilitator.verify(request)).toMatchObject({ isValid: true })
    expect(await world.facilitator.settle(request)).toMatchObject({ kind: 'settled' })
  })

  it('pays in a transaction of its own beside those of keys', async () => {
    const byKeys = await Promise.all(Array.from({ length: 5 }, payByKey))
    const requests = [await pay(await newWallet()), ...byKeys]
    const outcomes = await Promise.all(requests.map((request) => world.facilitator.settle(request)))
    expect(outcomes.map(({ kind }) => kind)).toEqual(requests.map(() => 'settled'))
    const [own, ...others] = outcomes.map((outcome) => (outcome.kind === 'settled' ? outcome.response.transaction : ''))
    expect(others).not.toContain(own)
  })
})

it('a key that delegates to such a wallet (EIP-7702) pays by what its delegate takes, and is charged nothing for what it does not', async () => {
  const payer = await world.newEvmPayer()
  const at = { rpcUrl: testWorld().evmRpcUrl, attacker: payer }
  await delegate(at.rpcUrl, payer, await deploy(at, 'OneOwnerWallet', [owner.address]))
  const byDelegate = await pay(oneOwnerWalletAt(payer.address, owner))
  expect(await world.facilitator.verify(byDelegate)).toMatchObject({ isValid: true })
  expect(await world.facilitator.settle(byDelegate)).toMatchObject({ kind: 'settled' })
  const byKey = await pay({ address: payer.address, signTypedData: (data) => payer.signTypedData(data) })
  expect(await world.facilitator.verify(byKey)).toMatchObject({ isValid: false })
  expect(await world.facilitator.settle(byKey)).toMatchObject({ kind: 'refused' })
})

it('asks no node whether a key signed', async () => {
  const rpc = await startFaultyRpc(testWorld().evmRpcUrl)
  const facilitator = await world.openInstance({ evmRpcUrls: [rpc.url] })
  const request = await payByKey()
  rpc.calls.length = 0
  expect(await facilitator.verify(request)).toMatchObject({ isValid: true })
  expect(rpc.calls.filter(({ method }) => method === 'eth_getCode')).toEqual([])
  await rpc.stop()
})
