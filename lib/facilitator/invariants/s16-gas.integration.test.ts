import { randomUUID } from 'node:crypto'
import { createSolanaRpc } from '@solana/kit'
import { type Address, parseGwei, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { EVM_NETWORK, type InstanceOptions, SVM_NETWORK } from '@/development/testing/facilitator-world'
import { delegate, deploy, openBurningWallet, payUnsigned } from '@/development/testing/hostile-payers'
import { testWorld } from '@/development/testing/test-world'
import { fundDevnetWallet } from '@/lib/base/chains/devnet-faucet'
import { signSvmPayment } from '@/lib/base/chains/testing/signed-payments'
import type { Facilitator } from '../create-facilitator'
import { newPayment, newPayments } from '../testing/new-payments'
import { openOwnChain } from '../testing/own-chain'

const { anvil, world, rpc, chain, paid } = await openOwnChain()
const gasWallet = privateKeyToAccount(world.gasKeys[0] ?? '0x').address
afterEach(async () => {
  await anvil.resumeMining()
  await world.database.gasWallet.updateMany({ data: { raisedBy: null, raisedUntil: null } })
})

const quick = { resendAfterMs: 100, replaceAfterMs: 60_000, takeOverAfterMs: 5_000 }

async function open({ limits = {}, ...options }: InstanceOptions = {}): Promise<Facilitator> {
  const facilitator = await world.openInstance({ evmRpcUrls: [rpc.url], ...options, limits: { ...quick, ...limits } })
  onTestFinished(() => facilitator.stop())
  return facilitator
}

const openTransactions = () =>
  world.database.settlementTransaction.findMany({ where: { state: 'open' }, orderBy: { nonce: 'asc' } })

async function newBurners(count: number, gas: bigint) {
  const attacker = await world.newEvmPayer()
  const faucet = (request: { address: string; amountAtomic?: bigint }) =>
    fundDevnetWallet({ [EVM_NETWORK]: anvil.rpcUrl }, { network: EVM_NETWORK, ...request })
  const payTo = world.newEvmSeller()
  const paymentRequirements = world.requirements({ price: '$0.001', payTo })
  const requests = []
  while (requests.length < count) {
    const address = await openBurningWallet({ rpcUrl: anvil.rpcUrl, attacker, faucet }, gas)
    requests.push({ paymentPayload: await payUnsigned(address, paymentRequirements), paymentRequirements })
  }
  return { payTo, requests }
}

/** The gas of all that our wallet has sent while `run` ran. */
async function gasSpent(run: () => Promise<unknown>): Promise<bigint> {
  const from = await chain.getBlockNumber({ cacheTime: 0 })
  await run()
  const to = await chain.getBlockNumber({ cacheTime: 0 })
  let spent = 0n
  for (let blockNumber = from + 1n; blockNumber <= to; blockNumber += 1n) {
    const { transactions } = await chain.getBlock({ blockNumber, includeTransactions: true })
    for (const { hash, from: sender } of transactions) {
      if (sender !== gasWallet.toLowerCase()) continue
      spent += (await chain.getTransactionReceipt({ hash })).gasUsed
    }
  }
  return spent
}

const BLOCK_GAS = 30_000_000n

describe('S-16: payers whose wallet burns gas while its signature is checked', () => {
  it.each([
    ['most of a block', (BLOCK_GAS * 8n) / 10n],
    ['a thousand times the payment', 1_000_000n],
  ])('are refused before anything is signed: %s', async (_, gas) => {
    const facilitator = await open()
    const [burners, honest] = [await newBurners(2, gas), await newPayments(world, 3)]
    const spent = await gasSpent(async () => {
      const refused = { isValid: false, invalidReason: 'invalid_exact_evm_signature' }
      for (const request of burners.requests) expect(await facilitator.verify(request)).toMatchObject(refused)
      const outcomes = await Promise.all(burners.requests.map((request) => facilitator.settle(request)))
      expect(outcomes.map(({ kind }) => kind)).toEqual(['refused', 'refused'])
    })
    expect(spent).toBe(0n)
    const outcomes = await Promise.all(honest.requests.map((request) => facilitator.settle(request)))
    expect(outcomes.map(({ kind }) => kind)).toEqual(['settled', 'settled', 'settled'])
  })

  it('are refused too when they begin to burn after they were verified', async () => {
    const facilitator = await open()
    const { requests } = await newBurners(1, 0n)
    for (const request of requests) {
      expect(await facilitator.verify(request)).toMatchObject({ isValid: true })
      const wallet = (request.paymentPayload.payload as { authorization: { from: Address } }).authorization.from
      await chain.setStorageAt({
        address: wallet,
        index: 0,
        value: `0x${(1_000_000).toString(16).padStart(64, '0')}`,
      })
      expect(await gasSpent(() => facilitator.settle(request))).toBe(0n)
    }
  })
})

/** From now on the node refuses more gas than that, as where blocks have become smaller. */
function refuseAbove(gas: bigint): void {
  const error = { code: -32000, message: 'intrinsic gas too high -- tx.gas_limit > env.block.gas_limit' }
  rpc.decide(({ method, params }) => {
    if (method !== 'eth_sendRawTransaction') return 'pass'
    return (parseTransaction(params[0] as `0x02${string}`).gas ?? 0n) > gas ? { error } : 'pass'
  })
}

describe('S-16: a transaction that no node will take', () => {
  it('gives up its place, so that those behind it land, and may be settled again', async () => {
    const facilitator = await open({ limits: { maxBatch: 1 } })
    const { requests, payTo } = await newPayments(world, 3)
    refuseAbove(150_000n)
    const stuck = await Promise.all(requests.map((request) => facilitator.settle(request)))
    const response = { errorReason: 'invalid_transaction_state' }
    expect(stuck).toMatchObject(requests.map(() => ({ kind: 'refused', response })))
    rpc.decide(() => 'pass')
    const again = await Promise.all(requests.map((request) => facilitator.settle(request)))
    expect(again.map(({ kind }) => kind)).toEqual(['settled', 'settled', 'settled'])
    expect(await paid(payTo)).toBe(3_000n)
  })

  it('lets those that shared it settle, each alone', async () => {
    const facilitator = await open()
    const { requests, payTo } = await newPayments(world, 6)
    refuseAbove(250_000n)
    const outcomes = await Promise.all(requests.map((request) => facilitator.settle(request)))
    expect(outcomes.map(({ kind }) => kind)).toEqual(requests.map(() => 'settled'))
    expect(await paid(payTo)).toBe(6_000n)
    expect(await openTransactions()).toEqual([])
  })
})

describe('S-16: fees', () => {
  const feeOf = (raw: string) => parseTransaction(raw as `0x02${string}`).maxFeePerGas ?? 0n
  /** Which instance raises fees; of another one, this one only watches. */
  const giveTurnTo = (raisedBy: string | null) =>
    world.database.gasWallet.updateMany({ data: { raisedBy, raisedUntil: new Date(Date.now() + 3_600_000) } })

  it('are never offered where the chain asks more than is paid here', async () => {
    const facilitator = await open({ gas: { maxFee: parseGwei('2') } })
    const { request } = await newPayment(world)
    await chain.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('50') })
    await chain.mine({ blocks: 1 })
    const spent = await gasSpent(async () => {
      const response = { errorReason: 'gas_price_too_high' }
      expect(await facilitator.settle(request)).toMatchObject({ kind: 'refused', response })
    })
    expect(spent).toBe(0n)
    await chain.mine({ blocks: 60 })
  })

  it('are raised for the lowest transaction only, by one instance, and not above the ceiling', async () => {
    const ceiling = parseGwei('10')
    const limits = { maxBatch: 1, replaceAfterMs: 50, takeOverAfterMs: 0 }
    const [mine, others] = [
      await open({ gas: { maxFee: ceiling }, limits }),
      await open({ gas: { maxFee: ceiling }, limits }),
    ]
    const { requests, payTo } = await newPayments(world, 4)
    const [first, ...stuck] = requests
    if (!first) throw new Error('Expected payments.')
    expect(await mine.settle(first)).toMatchObject({ kind: 'settled' })
    await giveTurnTo(randomUUID())
    await anvil.pauseMining()
    // The chain mines nothing, and its nodes show no pending transactions.
    const settling = stuck.map((request) => mine.settle(request))
    await expect.poll(async () => (await openTransactions()).length).toBe(3)
    await others.reconcileSettlements()
    // While a third instance has the turn, these two only watch.
    const looks = () => rpc.calls.filter(({ method }) => method === 'eth_getTransactionReceipt').length
    const before = looks()
    await expect.poll(() => looks() - before).toBeGreaterThan(60)
    expect((await openTransactions()).map(({ olderHashes }) => olderHashes)).toEqual([[], [], []])
    await giveTurnTo(null)
    const highest = async () => {
      const [lowest, ...rest] = await openTransactions()
      expect(rest.map(({ olderHashes }) => olderHashes)).toEqual([[], []])
      return lowest ? feeOf(lowest.raw) : 0n
    }
    await expect.poll(highest).toBeGreaterThan((ceiling * 75n) / 100n)
    expect(await highest()).toBeLessThanOrEqual(ceiling)
    const { raisedBy } = await world.database.gasWallet.findFirstOrThrow({ where: { network: EVM_NETWORK } })
    expect(raisedBy).not.toBeNull()
    await anvil.resumeMining()
    await chain.mine({ blocks: 1 })
    await Promise.all(settling)
    expect(await paid(payTo)).toBe(4_000n)
  })
})

describe('S-16: an account that says yes when it is asked and burns all gas when it is paid for', () => {
  const newTraitor = async () => {
    const { request, payer, payTo } = await newPayment(world)
    const contract = await deploy({ rpcUrl: anvil.rpcUrl, attacker: payer }, 'TwoFacedDelegate')
    return { request, payTo, turn: () => delegate(anvil.rpcUrl, payer, contract) }
  }

  it('costs nothing: it is tried alone, at the price that it would be paid for', async () => {
    const facilitator = await open()
    const { request, turn } = await newTraitor()
    expect(await facilitator.verify(request)).toMatchObject({ isValid: true })
    await turn()
    const spent = await gasSpent(async () => {
      const response = { errorReason: 'invalid_transaction_state' }
      expect(await facilitator.settle(request)).toMatchObject({ kind: 'refused', response })
    })
    expect(spent).toBe(0n)
  })

  it('does not share a transaction with others', async () => {
    const facilitator = await open()
    const [traitor, honest] = [await newTraitor(), await newPayments(world, 20)]
    expect(await facilitator.verify(traitor.request)).toMatchObject({ isValid: true })
    await traitor.turn()
    const spent = await gasSpent(async () => {
      const requests = [traitor.request, ...honest.requests]
      const [, ...outcomes] = await Promise.all(requests.map((request) => facilitator.settle(request)))
      expect(outcomes.map(({ kind }) => kind)).toEqual(honest.requests.map(() => 'settled'))
    })
    expect(spent).toBeLessThan(20n * 100_000n)
    expect(await paid(traitor.payTo)).toBe(0n)
  })

  it('that turns hostile after the last check fails no other payment', async () => {
    const facilitator = await open()
    const [traitor, honest] = [await newTraitor(), await newPayments(world, 20)]
    expect(await facilitator.verify(traitor.request)).toMatchObject({ isValid: true })
    await traitor.turn()
    // This node still shows it as a plain account.
    rpc.decide(({ method }) => (method === 'eth_getCode' ? { swallow: '0x' } : 'pass'))
    const requests = [traitor.request, ...honest.requests]
    const [, ...outcomes] = await Promise.all(requests.map((request) => facilitator.settle(request)))
    expect(outcomes.map(({ kind }) => kind)).toEqual(honest.requests.map(() => 'settled'))
    expect(await paid(honest.payTo)).toBe(20_000n)
    expect(await paid(traitor.payTo)).toBe(0n)
  })
})

it('S-16: the budget of a day refuses in verify and settle once it is spent, and is written from what was paid', async () => {
  const { requests } = await newPayments(world, 3)
  const [first, second, third] = requests
  if (!first || !second || !third) throw new Error('Expected three payments.')
  const [generous, narrow] = [await open(), await open({ gas: { dailyBudget: 1n } })]
  const gasOf = async (facilitator: Facilitator) =>
    (await facilitator.health()).networks.find(({ network }) => network === EVM_NETWORK)
  const before = BigInt((await gasOf(generous))?.gas?.spentToday ?? -1)
  const balance = await chain.getBalance({ address: gasWallet })
  expect(await generous.settle(first)).toMatchObject({ kind: 'settled' })
  const paidForGas = balance - (await chain.getBalance({ address: gasWallet }))
  const elsewhere = await open()
  expect(BigInt((await gasOf(elsewhere))?.gas?.spentToday ?? -1)).toBe(before + paidForGas)

  expect(await narrow.verify(second)).toMatchObject({ isValid: false, invalidReason: 'gas_budget_spent' })
  expect(await narrow.settle(third)).toMatchObject({ response: { errorReason: 'gas_budget_spent' } })
  expect(await gasOf(narrow)).toMatchObject({ status: 'degraded', gas: { isSpent: true, budget: '1' } })
  expect(await elsewhere.settle(third)).toMatchObject({ kind: 'settled' })
})

it.each([
  ['is refused', {}, { isValid: false, invalidReason: 'invalid_exact_svm_payload_fee_too_high' }],
  ['costs what it likes where that is not bounded', { computeUnitPrice: 5_000_000n }, { isValid: true }],
])('S-16: a Solana payment that bids for its place at our expense %s', async (_, gas, verdict) => {
  const facilitator = await open({ gas })
  const [payer, payTo] = [await world.newSvmPayer(), await world.newSvmSeller()]
  const paymentRequirements = world.requirements({ network: SVM_NETWORK, price: '$0.001', payTo })
  const { value } = await createSolanaRpc(testWorld().svmRpcUrl).getLatestBlockhash().send()
  const changes = { blockhash: value.blockhash, unitPrice: 5_000_000n }
  const paymentPayload = await signSvmPayment(payer, paymentRequirements, changes)
  expect(await facilitator.verify({ paymentPayload, paymentRequirements })).toMatchObject(verdict)
})
