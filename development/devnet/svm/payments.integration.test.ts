import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Base64EncodedWireTransaction,
  createSolanaRpc,
  generateKeyPairSigner,
  type KeyPairSigner,
  type Signature,
} from '@solana/kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstOf } from '../testing/sdk-server'
import {
  callSvm,
  fundedSigner,
  openSvmServer,
  svmFacilitator,
  svmPayer,
  svmUsdcBalance,
  usdcAccountOf,
} from '../testing/svm-parties'
import { type SvmNode, startSvmNode } from './start-svm-node'

const folder = mkdtempSync(join(tmpdir(), 'turnpike-svm-'))
let node: SvmNode
let gas: KeyPairSigner
let seller: KeyPairSigner
let server: Awaited<ReturnType<typeof openSvmServer>>

beforeAll(async () => {
  node = await startSvmNode({ dataDir: folder, port: 0 })
  gas = await fundedSigner(node.rpcUrl, 0n, true)
  seller = await fundedSigner(node.rpcUrl, 0n)
  server = await openSvmServer(svmFacilitator(node.rpcUrl, gas), seller.address)
})

afterAll(async () => {
  await node.stop()
  rmSync(folder, { recursive: true, force: true })
})

const wireOf = (payload: { payload: Record<string, unknown> }) =>
  payload.payload.transaction as Base64EncodedWireTransaction

describe('payments by the stock SDK on the local Solana chain', () => {
  it('settles exact for a wallet without SOL, once', async () => {
    const buyer = await fundedSigner(node.rpcUrl, 1_000_000n)
    const quote = await server.quote('exact', '$0.01')
    const { payload, settled } = await server.pay(svmPayer(node.rpcUrl, buyer), quote)
    expect(settled).toMatchObject({ success: true })
    expect(await svmUsdcBalance(node.rpcUrl, buyer.address)).toBe(990_000n)
    expect(await svmUsdcBalance(node.rpcUrl, seller.address)).toBe(10_000n)

    const otherFacilitator = svmFacilitator(node.rpcUrl, gas)
    expect((await otherFacilitator.settle(payload, firstOf(quote))).success).toBe(false)
    expect(await svmUsdcBalance(node.rpcUrl, seller.address)).toBe(10_000n)
  })

  it('shows a settlement by signature, by account and with its balances', async () => {
    const buyer = await fundedSigner(node.rpcUrl, 1_000_000n)
    const { settled } = await server.pay(svmPayer(node.rpcUrl, buyer), await server.quote('exact', '$0.02'))
    const signature = settled?.transaction as Signature
    const rpc = createSolanaRpc(node.rpcUrl)
    const statuses = await rpc.getSignatureStatuses([signature]).send()
    expect(statuses.value[0]).toMatchObject({ err: null, confirmationStatus: 'finalized' })
    const history = await rpc.getSignaturesForAddress(await usdcAccountOf(buyer.address), { limit: 1 }).send()
    expect(history[0]?.signature).toBe(signature)
    const transaction = await rpc
      .getTransaction(signature, { encoding: 'base64', maxSupportedTransactionVersion: 0 })
      .send()
    const after = transaction?.meta?.postTokenBalances?.find(({ owner }) => owner === buyer.address)
    expect(after?.uiTokenAmount.amount).toBe('980000')
  })

  it('refuses a wallet that holds too little, and moves nothing', async () => {
    const buyer = await fundedSigner(node.rpcUrl, 5n)
    const { verified, settled } = await server.pay(svmPayer(node.rpcUrl, buyer), await server.quote('exact', '$0.01'))
    expect(verified.isValid).toBe(false)
    expect(settled).toBeNull()
    expect(await svmUsdcBalance(node.rpcUrl, buyer.address)).toBe(5n)
  })

  it('refuses a payment whose block hash has aged out, and one that was altered', async () => {
    const buyer = await fundedSigner(node.rpcUrl, 1_000_000n)
    const client = svmPayer(node.rpcUrl, buyer)
    const quote = await server.quote('exact', '$0.01')
    const facilitator = svmFacilitator(node.rpcUrl, gas)

    const altered = await client.createPaymentPayload(quote)
    const bytes = Buffer.from(wireOf(altered), 'base64')
    bytes[70] = (bytes[70] ?? 0) ^ 1
    altered.payload.transaction = bytes.toString('base64')
    expect((await facilitator.verify(altered, firstOf(quote))).isValid).toBe(false)

    const old = await client.createPaymentPayload(quote)
    await callSvm(node.rpcUrl, 'devnet_advanceSlots', [152])
    expect((await facilitator.verify(old, firstOf(quote))).isValid).toBe(false)
    expect(await svmUsdcBalance(node.rpcUrl, buyer.address)).toBe(1_000_000n)
  })

  it('refuses to pay a seller without a token account', async () => {
    const buyer = await fundedSigner(node.rpcUrl, 1_000_000n)
    const stranger = await openSvmServer(svmFacilitator(node.rpcUrl, gas), (await generateKeyPairSigner()).address)
    const { verified } = await stranger.pay(svmPayer(node.rpcUrl, buyer), await stranger.quote('exact', '$0.01'))
    expect(verified.isValid).toBe(false)
  })
})

describe('the RPC of the local Solana chain', () => {
  it('does not run a transaction that its fee payer has not signed', async () => {
    const buyer = await fundedSigner(node.rpcUrl, 1_000_000n)
    const payload = await svmPayer(node.rpcUrl, buyer).createPaymentPayload(await server.quote('exact', '$0.01'))
    const answer = await callSvm(node.rpcUrl, 'sendTransaction', [wireOf(payload), { encoding: 'base64' }])
    expect(answer.error).toMatchObject({ code: -32003 })
    expect(await svmUsdcBalance(node.rpcUrl, buyer.address)).toBe(1_000_000n)
  })

  it.each([
    ['getBalance', ['rubbish'], -32602],
    ['getBalance', {}, -32600],
    ['getSignatureStatuses', [['1111']], -32602],
    ['sendTransaction', ['AAAA', { encoding: 'base64' }], -32602],
    ['simulateTransaction', [42], -32602],
    ['requestAirdrop', ['11111111111111111111111111111112', -1], -32602],
    ['devnet_fundTokenAccount', ['11111111111111111111111111111112', '1e9'], -32602],
    ['toString', [], -32601],
    ['subscribe', [], -32601],
  ])('answers %s(%j) with error %i', async (method, params, code) => {
    expect((await callSvm(node.rpcUrl, method, params)).error).toMatchObject({ code })
  })

  it('answers a request that is no JSON, and serves batches in order', async () => {
    const garbage = await fetch(node.rpcUrl, { method: 'POST', body: '{' })
    expect(await garbage.json()).toMatchObject({ error: { code: -32700 } })
    const batch = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'getHealth' }))
    const answers = await fetch(node.rpcUrl, { method: 'POST', body: JSON.stringify(batch) })
    expect(await answers.json()).toMatchObject([
      { id: 1, result: 'ok' },
      { id: 2, result: 'ok' },
    ])
  })
})
