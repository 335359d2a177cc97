import { authorizationTypes, createPermit2ApprovalTx, eip3009ABI, PERMIT2_ADDRESS } from '@x402/evm'
import {
  type Address,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  type PrivateKeyAccount,
  parseAbi,
  parseSignature,
  toHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { baseSepolia } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usdc, usdcDomain, walletAt } from '@/development/devnet/testing/evm-parties'
import { evmDevnetAccount } from '@/development/devnet/wallets'
import { startLocalChains } from '@/development/testing/local-chains'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { buildRequirements } from '../build-requirements'
import { readSignedPayment } from '../read-signed-payment'
import { signEvmPayment, supportedBy } from '../testing/signed-payments'
import { batchCalls, type EvmCall } from './evm-call'
import { findFundings } from './search-logs'
import { buildSettlementCall } from './settlement-call'

const network = 'eip155:84532'
const buyer = privateKeyToAccount(generatePrivateKey())
const seller = privateKeyToAccount(generatePrivateKey()).address
const gas = evmDevnetAccount('gas')
const terms = { network, price: '$0.10', payTo: seller, maxTimeoutSeconds: 600 }
const supported = supportedBy({ evm: gas.address })
const exact = buildRequirements({ ...terms, scheme: 'exact', supported })
const permit2 = buildRequirements({ ...terms, scheme: 'exact', assetTransferMethod: 'permit2', supported })
const upto = buildRequirements({ ...terms, scheme: 'upto', supported })

const local = await startLocalChains()
await local.devnet.fund({ network, address: buyer.address })
await send(createPermit2ApprovalTx(exact.asset as Hex), buyer)

afterAll(() => local.stop())

async function send({ to, data }: EvmCall, account = gas): Promise<Hex> {
  const wallet = walletAt(local.devnet.evmRpcUrl, account)
  const hash = await wallet.sendTransaction({ to, data, gas: 1_000_000n })
  await wallet.waitForTransactionReceipt({ hash })
  return hash
}

const find = (payload: PaymentPayload, requirements: PaymentRequirements, chains = local.chainsWith()) =>
  chains.findAuthorization(readSignedPayment(payload, requirements).authorization)

const testClient = () =>
  createTestClient({ mode: 'anvil', chain: baseSepolia, transport: http(local.devnet.evmRpcUrl, { timeout: 60_000 }) })

describe.each([
  ['EIP-3009', exact, '100000'],
  ['exact Permit2', permit2, '100000'],
  ['upto at its maximum', upto, '100000'],
  ['upto at a part of it', upto, '40000'],
])('%s', (_, requirements, amount) => {
  it('is unused until it lands, and settled by its transaction from then on', async () => {
    const payload = await signEvmPayment(buyer, requirements)
    expect(await find(payload, requirements)).toEqual({ state: 'unused' })
    const transaction = await send(buildSettlementCall(readSignedPayment(payload, { ...requirements, amount })).call)
    expect(await find(payload, requirements)).toEqual({
      state: 'settled',
      transaction,
      amountAtomic: BigInt(amount),
      payTo: seller,
      sentBy: gas.address.toLowerCase(),
    })
  })

  it('waits for its confirmations', async () => {
    const payload = await signEvmPayment(buyer, requirements)
    const chains = local.chainsWith({ confirmations: 3 })
    await send(buildSettlementCall(readSignedPayment(payload, { ...requirements, amount })).call)
    expect(await find(payload, requirements, chains)).toMatchObject({
      state: 'unreadable',
      reason: expect.stringContaining('confirmations'),
    })
    await testClient().mine({ blocks: 2 })
    expect(await find(payload, requirements, chains)).toMatchObject({ state: 'settled' })
  })

  it('is unreadable when it has just gone beyond the searched blocks, and undecidable after a while', async () => {
    const payload = await signEvmPayment(buyer, requirements)
    await send(buildSettlementCall(readSignedPayment(payload, { ...requirements, amount })).call)
    await testClient().mine({ blocks: 5 })
    const chains = local.chainsWith({ logSearchBlocks: 2 })
    expect(await find(payload, requirements, chains)).toMatchObject({ state: 'unreadable' })
    await testClient().mine({ blocks: 26 })
    expect(await find(payload, requirements, chains)).toMatchObject({ state: 'undecidable' })
  })
})

describe('an EIP-3009 authorization', () => {
  const nonceOf = (payload: PaymentPayload) => (payload.payload.authorization as { nonce: Hex }).nonce

  it('is cancelled when its owner withdrew it', async () => {
    const payload = await signEvmPayment(buyer, exact)
    await send(await signedCancellation(buyer, nonceOf(payload)))
    expect(await find(payload, exact)).toEqual({ state: 'cancelled' })
  })

  it('is cancelled, not settled, when its nonce went to another transfer beside a real payment', async () => {
    const [claimed, real] = await Promise.all([1, 2].map(() => signEvmPayment(buyer, exact)))
    if (!claimed || !real) throw new Error('Expected two payments.')
    const decoy = await signedTransfer(buyer, { to: buyer.address, value: 100_000n, nonce: nonceOf(claimed) })
    await send(batchCalls([decoy, buildSettlementCall(readSignedPayment(real, exact)).call]))
    expect(await find(claimed, exact)).toEqual({ state: 'cancelled' })
    expect(await find(real, exact)).toMatchObject({ state: 'settled' })
  })

  it('is settled inside a batch in which another one failed', async () => {
    const payload = await signEvmPayment(buyer, exact)
    const failing = await signedTransfer(buyer, { to: seller, value: 10n ** 15n, nonce: freshNonce() })
    const transaction = await send(batchCalls([failing, buildSettlementCall(readSignedPayment(payload, exact)).call]))
    expect(await find(payload, exact)).toMatchObject({ state: 'settled', transaction })
  })
})

describe('a Permit2 authorization', () => {
  it('is cancelled when its owner gave the nonce up', async () => {
    const payload = await signEvmPayment(buyer, permit2)
    const { nonce } = payload.payload.permit2Authorization as { nonce: string }
    await send(permit2Invalidation(BigInt(nonce)), buyer)
    expect(await find(payload, permit2)).toEqual({ state: 'cancelled' })
  })

  it('is settled inside a batch, also when it is there twice', async () => {
    const payload = await signEvmPayment(buyer, permit2)
    const { call } = buildSettlementCall(readSignedPayment(payload, permit2))
    const transaction = await send(batchCalls([call, call]))
    expect(await find(payload, permit2)).toMatchObject({ state: 'settled', transaction })
  })

  it('is not settled by a batch in which only its twin moved money', async () => {
    const [first, second] = await Promise.all([1, 2].map(() => signEvmPayment(buyer, permit2)))
    if (!first || !second) throw new Error('Expected two payments.')
    const { nonce } = first.payload.permit2Authorization as { nonce: string }
    await send(permit2Invalidation(BigInt(nonce)), buyer)
    await send(
      batchCalls([first, second].map((payload) => buildSettlementCall(readSignedPayment(payload, permit2)).call)),
    )
    expect((await find(first, permit2)).state).not.toBe('settled')
  })
})

describe('long after it was valid', () => {
  const all = [exact, permit2, upto]
  const sign = () => Promise.all(all.map((requirements) => signEvmPayment(buyer, requirements)))
  // Far less than the blocks in between, and more than the chain mines while a busy machine comes to the next test.
  const nearby = () => local.chainsWith({ logSearchBlocks: 300 })
  let landed: { payload: PaymentPayload; transaction: Hex }[]
  let unused: PaymentPayload[]
  let cancelled: PaymentPayload

  beforeAll(async () => {
    unused = await sign()
    cancelled = await signEvmPayment(buyer, exact)
    landed = []
    for (const payload of await sign()) {
      landed.push({
        payload,
        transaction: await send(buildSettlementCall(readSignedPayment(payload, payload.accepted)).call),
      })
    }
    await testClient().increaseTime({ seconds: 700 })
    await testClient().mine({ blocks: 1_500 })
    await send(await signedCancellation(buyer, (cancelled.payload.authorization as { nonce: Hex }).nonce))
  })

  it('is found where it was valid, however far back that is', async () => {
    const chains = local.chainsWith({ logSearchBlocks: 10 })
    for (const { payload, transaction } of landed) {
      expect(await find(payload, payload.accepted, chains)).toMatchObject({ state: 'settled', transaction })
    }
  })

  it('is cancelled when its owner withdrew it since', async () => {
    expect(await find(cancelled, exact, nearby())).toEqual({ state: 'cancelled' })
  })

  it('is expired when it was never used: the chain itself is past its time', async () => {
    for (const payload of unused) expect(await find(payload, payload.accepted, nearby())).toEqual({ state: 'expired' })
  })
})

const [got, refunded, poor] = [1, 2, 3].map(() => privateKeyToAccount(generatePrivateKey()).address.toLowerCase())
const transfer = async (to: string, amount: bigint) => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to as Hex, amount] })
  return send({ to: exact.asset as Hex, data }, buyer)
}

it('money that a payer was given is seen before the first payment, in its amount', async () => {
  const transaction = await transfer(got ?? '', 5_000n)
  await transfer(poor ?? '', 0n)
  await transfer(refunded ?? '', 5_000n)
  const client = local.chainsWith().evmClient(network)
  const { timestamp } = await client.getBlock()
  const after = new Date((Number(timestamp) + 60) * 1_000)
  const payers = [
    { payer: got ?? '', paidAt: after, amountAtomic: 5_000n },
    { payer: refunded ?? '', paidAt: new Date((Number(timestamp) - 86_400) * 1_000), amountAtomic: 5_000n },
    { payer: poor ?? '', paidAt: after, amountAtomic: 1n },
  ]
  const funder = buyer.address.toLowerCase()
  expect(await findFundings(client, { network, assets: [exact.asset], payTo: seller, payers })).toEqual([
    { payer: got, funder, transaction },
  ])
})

export const freshNonce = () => toHex(crypto.getRandomValues(new Uint8Array(32)))

/** A transfer that its owner signed outside any x402 payment, as a call that anyone may send. */
export async function signedTransfer(
  owner: PrivateKeyAccount,
  { to, value, nonce }: { to: Address; value: bigint; nonce: Hex },
): Promise<EvmCall> {
  const validBefore = BigInt(Math.floor(Date.now() / 1_000) + 600)
  const message = { from: owner.address, to, value, validAfter: 0n, validBefore, nonce }
  const signature = await owner.signTypedData({
    domain: usdcDomain,
    types: authorizationTypes,
    primaryType: 'TransferWithAuthorization',
    message,
  })
  const { r, s, yParity } = parseSignature(signature)
  const args = [owner.address, to, value, 0n, validBefore, nonce, yParity + 27, r, s] as const
  return { to: usdc, data: encodeFunctionData({ abi: eip3009ABI, functionName: 'transferWithAuthorization', args }) }
}

/** The owner's cancellation of an unused authorization. */
export async function signedCancellation(owner: PrivateKeyAccount, nonce: Hex): Promise<EvmCall> {
  const signature = await owner.signTypedData({
    domain: usdcDomain,
    types: {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'CancelAuthorization',
    message: { authorizer: owner.address, nonce },
  })
  const abi = parseAbi([
    'function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  ])
  const { r, s, yParity } = parseSignature(signature)
  const args = [owner.address, nonce, yParity + 27, r, s] as const
  return { to: usdc, data: encodeFunctionData({ abi, functionName: 'cancelAuthorization', args }) }
}

/** The call by which an owner gives up a Permit2 nonce; only the owner may send it. */
export function permit2Invalidation(nonce: bigint): EvmCall {
  const abi = parseAbi(['function invalidateUnorderedNonces(uint256 word, uint256 mask)'])
  const args = [nonce >> 8n, 1n << (nonce & 0xffn)] as const
  return { to: PERMIT2_ADDRESS, data: encodeFunctionData({ abi, functionName: 'invalidateUnorderedNonces', args }) }
}
