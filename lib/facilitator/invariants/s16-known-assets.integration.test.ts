import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect, it } from 'vitest'
import { readContractArtifacts } from '@/development/devnet/evm/contract-artifacts'
import { walletAt } from '@/development/devnet/testing/evm-parties'
import { AVM_NETWORK, EVM_NETWORK, openFacilitatorWorld, SVM_NETWORK } from '@/development/testing/facilitator-world'
import { startFaultyRpc } from '@/development/testing/faulty-rpc'
import { placeTestContract } from '@/development/testing/place-contract'
import { testWorld } from '@/development/testing/test-world'
import { signEvmPayment, signSvmPayment } from '@/lib/base/chains/testing/signed-payments'
import type { PaymentPayload } from '@/lib/base/x402/wire'
import { createFacilitatorHttp } from '../http/create-facilitator-http'
import type { PaymentRequest } from '../read-payment'

const world = await openFacilitatorWorld()
const rpc = await startFaultyRpc(testWorld().evmRpcUrl)
const facilitator = await world.openInstance({ evmRpcUrls: [rpc.url], svmRpcUrls: [rpc.url] })
afterAll(async () => {
  await world.close()
  await rpc.stop()
})

const extra = { name: 'Rich Token', version: '1' }
const sent = () => world.database.settlementTransaction.count()

async function inAsset(asset: string, payer = privateKeyToAccount(generatePrivateKey())): Promise<PaymentRequest> {
  const terms = world.requirements({ price: '$0.01', payTo: world.newEvmSeller() })
  const paymentRequirements = { ...terms, asset, extra }
  return { paymentPayload: await signEvmPayment(payer, paymentRequirements), paymentRequirements }
}

describe('S-16: assets that are not configured', () => {
  it('refuses a contract with endless balances before any node is asked, and sends nothing', async () => {
    const request = await inAsset(await placeTestContract('RichToken'))
    const [callsBefore, sentBefore] = [rpc.calls.length, await sent()]
    expect(await facilitator.verify(request)).toMatchObject({ isValid: false, invalidReason: 'invalid_asset' })
    const outcome = await facilitator.settle(request)
    expect(outcome).toMatchObject({ kind: 'refused', response: { errorReason: 'invalid_asset', transaction: '' } })
    expect([rpc.calls.length, await sent()]).toEqual([callsBefore, sentBefore])
  })

  it('refuses mints and numbers of the other families', async () => {
    const payer = await world.newSvmPayer(0n)
    const solana = world.requirements({ network: SVM_NETWORK, price: '$0.01', payTo: payer.address })
    const paymentRequirements = { ...solana, asset: payer.address }
    const paymentPayload = await signSvmPayment(payer, paymentRequirements)
    const algorand = { ...solana, network: AVM_NETWORK, asset: '1' } as typeof solana // A network, for the type that the SDK brands.
    const callsBefore = rpc.calls.length
    for (const request of [
      { paymentPayload, paymentRequirements },
      { paymentPayload: { ...paymentPayload, accepted: algorand } as PaymentPayload, paymentRequirements: algorand },
    ]) {
      expect(await facilitator.verify(request)).toMatchObject({ isValid: false, invalidReason: 'invalid_asset' })
      expect(await facilitator.settle(request)).toMatchObject({ response: { errorReason: 'invalid_asset' } })
    }
    expect(rpc.calls.length).toBe(callsBefore)
  })

  it('settles a further token that is configured', async () => {
    const asset = await placeTestContract('UsdCoin', { name: 'Rich Token', version: '1', symbol: 'RICH' })
    const payer = await world.newEvmPayer()
    const mint = encodeFunctionData({
      abi: readContractArtifacts().UsdCoin.abi,
      functionName: 'mint',
      args: [payer.address, 1_000_000n],
    })
    const wallet = walletAt(testWorld().evmRpcUrl, payer)
    await wallet.waitForTransactionReceipt({ hash: await wallet.sendTransaction({ to: asset, data: mint }) })
    const further = await world.openInstance({
      furtherAssets: [{ network: EVM_NETWORK, address: asset.toUpperCase().replace('0X', '0x') }],
    })
    const request = await inAsset(asset, payer)
    expect(await further.verify(request)).toMatchObject({ isValid: true })
    expect(await further.settle(request)).toMatchObject({ kind: 'settled' })
    const balance = await wallet.readContract({
      address: asset,
      abi: parseAbi(['function balanceOf(address owner) view returns (uint256)']),
      functionName: 'balanceOf',
      args: [request.paymentRequirements.payTo as Hex], // The test's own.
    })
    expect(balance).toBe(10_000n)
  })
})

describe('S-16: amounts below what a settlement costs', () => {
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const openHttp = (minimum: bigint) =>
    createFacilitatorHttp({ facilitator, log, baseUrl: 'http://localhost/facilitator', minimumOf: () => minimum })

  async function ask(minimum: bigint, verb: 'verify' | 'settle', request: PaymentRequest, amount?: string) {
    const { paymentPayload, paymentRequirements } = request
    const terms = { ...paymentRequirements, amount: amount ?? paymentRequirements.amount }
    const body = JSON.stringify({ x402Version: 2, paymentPayload, paymentRequirements: terms })
    const headers = { 'content-type': 'application/json' }
    const answer = await openHttp(minimum)[verb](new Request('http://localhost/', { method: 'POST', headers, body }))
    return { status: answer.status, ...((await answer.json()) as object) }
  }

  it('are refused over HTTP with what is asked for, before any node is asked', async () => {
    const payer = await world.newEvmPayer()
    const paymentRequirements = world.requirements({ price: '$0.01', payTo: world.newEvmSeller() })
    const request = { paymentPayload: await signEvmPayment(payer, paymentRequirements), paymentRequirements }
    const callsBefore = rpc.calls.length
    const message = expect.stringContaining('at least 10001 atomic units')
    expect(await ask(10_001n, 'verify', request)).toEqual({
      status: 200,
      isValid: false,
      invalidReason: 'amount_below_minimum',
      invalidMessage: message,
    })
    expect(await ask(10_001n, 'settle', request)).toMatchObject({
      success: false,
      transaction: '',
      errorReason: 'amount_below_minimum',
      errorMessage: message,
    })
    expect(rpc.calls.length).toBe(callsBefore)
    expect(await ask(10_000n, 'settle', request)).toMatchObject({ success: true })
  })

  it('are measured by what is signed: little may be settled of an upto payment that allows enough', async () => {
    const paymentRequirements = world.requirements({ scheme: 'upto', price: '$0.01', payTo: world.newEvmSeller() })
    const payer = privateKeyToAccount(generatePrivateKey())
    const request = { paymentPayload: await signEvmPayment(payer, paymentRequirements), paymentRequirements }
    for (const used of ['999', '0']) {
      const answer = await ask(1_000n, 'settle', request, used)
      expect(answer).not.toMatchObject({ errorReason: 'amount_below_minimum' })
    }
    expect(await ask(10_001n, 'verify', request)).toMatchObject({ invalidReason: 'amount_below_minimum' })
    expect(await ask(10_001n, 'settle', request, '999')).toMatchObject({ errorReason: 'amount_below_minimum' })
  })
})
