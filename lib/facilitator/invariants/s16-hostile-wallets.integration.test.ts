import { ExactEvmScheme } from '@x402/evm/exact/client'
import { type Address, type Hex, parseAbi, serializeErc6492Signature, zeroHash } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect, it } from 'vitest'
import { createAnvilClient } from '@/development/devnet/evm/anvil-client'
import { readContractArtifacts } from '@/development/devnet/evm/contract-artifacts'
import { readerAt, walletAt } from '@/development/devnet/testing/evm-parties'
import { EVM_NETWORK, openFacilitatorWorld } from '@/development/testing/facilitator-world'
import { startFaultyRpc } from '@/development/testing/faulty-rpc'
import { delegate, deploy } from '@/development/testing/hostile-payers'
import { placeTestContract } from '@/development/testing/place-contract'
import { openSmartWallet, type SmartWallet } from '@/development/testing/smart-wallet'
import { testWorld } from '@/development/testing/test-world'
import { signEvmPayment } from '@/lib/base/chains/testing/signed-payments'
import type { PaymentRequest } from '../read-payment'

const world = await openFacilitatorWorld()
const factory = await placeTestContract('CountingFactory')
afterAll(() => world.close())

const chain = () => readerAt(testWorld().evmRpcUrl)
const runsOf = (address: Address) =>
  chain().readContract({ address, abi: parseAbi(['function runs() view returns (uint256)']), functionName: 'runs' })

async function newWallet({ isDeployed }: { isDeployed: boolean }): Promise<SmartWallet> {
  const wallet = await openSmartWallet(chain() as never, privateKeyToAccount(generatePrivateKey())) // A client of any chain will do.
  await testWorld().faucet({ network: EVM_NETWORK, address: wallet.address, amountAtomic: 1_000_000n })
  if (isDeployed) {
    const sender = walletAt(testWorld().evmRpcUrl, await world.newEvmPayer())
    await sender.waitForTransactionReceipt({ hash: await sender.sendTransaction(wallet.deployment) })
  }
  return wallet
}

type SignTypedData = (data: Parameters<SmartWallet['signTypedData']>[0]) => Promise<Hex>

async function sign(address: Address, signTypedData: SignTypedData): Promise<PaymentRequest> {
  const paymentRequirements = world.requirements({ price: '$0.01', payTo: world.newEvmSeller() })
  const scheme = new ExactEvmScheme({ address, signTypedData: (data) => signTypedData(data as never) }) // The SDK's looser type.
  const { payload } = await scheme.createPaymentPayload(2, paymentRequirements)
  return { paymentPayload: { x402Version: 2, accepted: paymentRequirements, payload }, paymentRequirements }
}

/** The wallet's own good signature, wrapped so that it names a factory of the payer's choice. */
const wrapped =
  (wallet: SmartWallet): SignTypedData =>
  async (data) =>
    serializeErc6492Signature({ address: factory, data: '0xdeadbeef', signature: await wallet.signTypedData(data) })

describe('S-16: factories of the payer’s choice', () => {
  it('are never called for a payer that has code: its signature is unwrapped, verified and settled', async () => {
    const wallet = await newWallet({ isDeployed: true })
    const request = await sign(wallet.address, wrapped(wallet))
    expect(await world.facilitator.verify(request)).toMatchObject({ isValid: true })
    expect(await world.facilitator.settle(request)).toMatchObject({ kind: 'settled' })
    expect(await runsOf(factory)).toBe(0n)
  })

  it('are refused for a payer without code, at verify and at settle alike', async () => {
    const wallet = await newWallet({ isDeployed: false })
    const request = await sign(wallet.address, wrapped(wallet))
    const reason = 'eip6492_factory_not_allowed'
    expect(await world.facilitator.verify(request)).toMatchObject({ isValid: false, invalidReason: reason })
    expect(await world.facilitator.settle(request)).toMatchObject({
      kind: 'refused',
      response: { errorReason: reason },
    })
    expect(await runsOf(factory)).toBe(0n)
  })

  it('cannot be put in the place of the signature that was verified', async () => {
    const wallet = await newWallet({ isDeployed: false })
    const good = await sign(wallet.address, (data) => wallet.signTypedData(data, 'undeployed'))
    expect(await world.facilitator.verify(good)).toMatchObject({ isValid: true })
    const { signature } = good.paymentPayload.payload as { signature: Hex }
    const payload = {
      ...good.paymentPayload.payload,
      signature: serializeErc6492Signature({ address: factory, data: '0x01', signature }),
    }
    const swapped = { ...good, paymentPayload: { ...good.paymentPayload, payload } }
    expect(await world.facilitator.settle(swapped)).toMatchObject({ kind: 'refused' })
    expect(await runsOf(factory)).toBe(0n)
    expect(await world.facilitator.settle(good)).toMatchObject({ kind: 'settled' })
  })
})

describe('S-16: a payer whose code burns its gas', () => {
  /** A key with money and code, as with EIP-7702: the token asks that code about the key's own signatures. */
  async function newBurner() {
    const payer = await world.newEvmPayer()
    const anvil = createAnvilClient(testWorld().evmRpcUrl)
    await anvil.setCode({ address: payer.address, bytecode: readContractArtifacts().BurningWallet.deployedBytecode })
    await anvil.setStorageAt({ address: payer.address, index: zeroHash, value: `0x${'0'.repeat(63)}1` })
    return payer
  }

  async function newTraitor() {
    const payer = await world.newEvmPayer()
    const at = { rpcUrl: testWorld().evmRpcUrl, attacker: payer }
    await delegate(at.rpcUrl, payer, await deploy(at, 'TwoFacedDelegate'))
    return payer
  }

  async function pay(payer: Awaited<ReturnType<typeof newBurner>>): Promise<PaymentRequest> {
    const paymentRequirements = world.requirements({ price: '$0.01', payTo: world.newEvmSeller() })
    return { paymentPayload: await signEvmPayment(payer, paymentRequirements), paymentRequirements }
  }

  it('is read by itself: it changes no other verdict, in any order', async () => {
    const rpc = await startFaultyRpc(testWorld().evmRpcUrl)
    const facilitator = await world.openInstance({ evmRpcUrls: [rpc.url] })
    const hostile = await Promise.all([newBurner(), newTraitor(), newBurner()])
    const strangers = await Promise.all(Array.from({ length: 20 }, () => world.newEvmPayer(10_000n)))
    const [first, second, third] = hostile
    const payers = [first, ...strangers.slice(0, 7), second, ...strangers.slice(7, 14), third, ...strangers.slice(14)]
    const requests = await Promise.all(payers.map(pay))
    rpc.calls.length = 0
    const verdicts = await Promise.all(requests.map((request) => facilitator.verify(request)))
    const of = (group: typeof payers) => verdicts.filter((_, index) => group.some((one) => one === payers[index]))
    expect(of(strangers).map(({ invalidReason }) => invalidReason)).toEqual(strangers.map(() => undefined))
    expect(of(hostile).map(({ isValid }) => isValid)).toEqual([false, true, false])

    const readings = rpc.calls.filter(({ method }) => method === 'eth_call').map((call) => JSON.stringify(call.params))
    const names = (reading: string, one: { address: Address }) => reading.includes(one.address.slice(2).toLowerCase())
    const withHostile = readings.filter((reading) => hostile.some((one) => names(reading, one)))
    expect(withHostile.length).toBeGreaterThan(0)
    for (const reading of withHostile) {
      expect(strangers.filter((one) => names(reading, one))).toEqual([])
      expect(hostile.filter((one) => names(reading, one))).toHaveLength(1)
    }
    await rpc.stop()
  })

  it('that gets its code after it was looked at is read again without the others', async () => {
    const rpc = await startFaultyRpc(testWorld().evmRpcUrl)
    const facilitator = await world.openInstance({ evmRpcUrls: [rpc.url] })
    // This node shows every payer as a plain account.
    rpc.decide(({ method }) => (method === 'eth_getCode' ? { swallow: '0x' } : 'pass'))
    const payers = [
      await newBurner(),
      ...(await Promise.all(Array.from({ length: 20 }, () => world.newEvmPayer(10_000n)))),
    ]
    const requests = await Promise.all(payers.map(pay))
    const [ofBurner, ...others] = await Promise.all(requests.map((request) => facilitator.verify(request)))
    expect(ofBurner).toMatchObject({ isValid: false })
    expect(others.map(({ invalidReason }) => invalidReason)).toEqual(others.map(() => undefined))
    await rpc.stop()
  })
})
