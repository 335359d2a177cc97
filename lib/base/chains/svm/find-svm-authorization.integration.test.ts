import { ExactSvmScheme } from '@x402/svm/exact/client'
import bs58 from 'bs58'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { svmDevnetSecretKey, svmDevnetSigner } from '@/development/devnet/wallets'
import { type FaultyRpc, startFaultyRpc } from '@/development/testing/faulty-rpc'
import { type LocalChains, startLocalChains } from '@/development/testing/local-chains'
import { createFacilitatorSchemes } from '@/lib/base/chains/facilitator/facilitator-schemes'
import { openGasWallets } from '@/lib/base/chains/facilitator/gas-wallets'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { buildRequirements } from '../build-requirements'
import { readSignedPayment } from '../read-signed-payment'
import { openSvmFeePayer, type SvmFeePayer } from './svm-payment'

const network = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'

let local: LocalChains
let feePayer: SvmFeePayer
let requirements: PaymentRequirements

beforeAll(async () => {
  local = await startLocalChains()
  feePayer = openSvmFeePayer(await svmDevnetSecretKey('gas'))
  const supported = { kinds: [{ x402Version: 2, scheme: 'exact', network, extra: { feePayer: feePayer.address } }] }
  const { address: payTo } = await svmDevnetSigner('seller')
  requirements = buildRequirements({
    ...{ scheme: 'exact', network, price: '$0.10', payTo, maxTimeoutSeconds: 60, supported },
  })
})

afterAll(() => local.stop())

/** Signed by the SDK's own client against the local network. */
async function sign(role: 'buyer' | 'poor' = 'buyer'): Promise<PaymentPayload> {
  const scheme = new ExactSvmScheme(await svmDevnetSigner(role), { rpcUrl: local.devnet.svmRpcUrl })
  const { payload } = await scheme.createPaymentPayload(2, requirements)
  return { x402Version: 2, accepted: requirements, payload }
}

async function land(payload: PaymentPayload): Promise<string> {
  const { transaction, signature } = feePayer.sign(payload.payload.transaction as string)
  const rpc = local.chainsWith().svmRpc(network)
  await rpc
    .sendTransaction(transaction as Parameters<typeof rpc.sendTransaction>[0], {
      encoding: 'base64',
      skipPreflight: true,
    })
    .send()
  return signature
}

const find = (payload: PaymentPayload, chains = local.chainsWith()) =>
  chains.findAuthorization(readSignedPayment(payload, requirements).authorization)

describe('a Solana payment', () => {
  it('is unused until it lands, and settled by its transaction from then on', async () => {
    const payload = await sign()
    expect(await find(payload)).toEqual({ state: 'unused' })
    const transaction = await land(payload)
    expect(await find(payload)).toMatchObject({ state: 'settled', transaction, amountAtomic: 100_000n })
  })

  it('is not told from another payment of the same amount', async () => {
    const [paid, unpaid] = [await sign(), await sign()]
    await land(paid)
    expect(await find(unpaid)).toEqual({ state: 'unused' })
  })

  it('is cancelled when it landed and failed, for it cannot be processed again', async () => {
    const payload = await sign('poor')
    await land(payload)
    expect(await find(payload)).toEqual({ state: 'cancelled' })
  })

  it('is expired when its blockhash is not alive', async () => {
    const payload = await sign()
    const bytes = Buffer.from(payload.payload.transaction as string, 'base64')
    const { nonce } = readSignedPayment(payload, requirements).authorization
    const blockhash = bs58.decode(nonce.split(':')[1] ?? '')
    const at = bytes.indexOf(Buffer.from(blockhash))
    bytes[at] = (bytes[at] ?? 0) ^ 1
    expect(await find({ ...payload, payload: { transaction: bytes.toString('base64') } })).toEqual({ state: 'expired' })
  })

  it('is not expired because a node that lags is searched, after another said that its time is over', async () => {
    const payload = await sign()
    const authorization = readSignedPayment(payload, requirements).authorization
    const until = await local.chainsWith().lastHeightOf(authorization)
    await land(payload)
    const rpc = await startFaultyRpc(local.devnet.svmRpcUrl)
    const [slot, ahead] = [1n, Number(until) + 1]
    rpc.decide(({ method, params }) => {
      if (method === 'isBlockhashValid') return { swallow: { context: { slot: ahead }, value: false } }
      if (method === 'getEpochInfo') return { swallow: { absoluteSlot: ahead, blockHeight: ahead } }
      if (method !== 'getSignaturesForAddress') return 'pass'
      const { minContextSlot = 0 } = params[1] as { minContextSlot?: number }
      const behind = { code: -32016, message: 'Minimum context slot has not been reached', data: { contextSlot: 1 } }
      return BigInt(minContextSlot) > slot ? { error: behind } : { swallow: [] }
    })
    const chains = local.chainsWith({ rpcUrls: [rpc.url] })
    expect(await chains.findAuthorization(authorization, until)).toMatchObject({ state: 'unreadable' })
    await rpc.stop()
    expect(await local.chainsWith().findAuthorization(authorization, until)).toMatchObject({ state: 'settled' })
  })

  describe('of a payer with more transactions than a node lists at once', () => {
    let rpc: FaultyRpc
    let pagesAsked: number
    const advance = (slots: number) =>
      fetch(local.devnet.svmRpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'devnet_advanceSlots', params: [slots] }),
      })

    beforeAll(async () => {
      rpc = await startFaultyRpc(local.devnet.svmRpcUrl)
      await advance(2_000)
    })
    afterAll(() => rpc.stop())

    /** Puts full pages, which end with a block of that height, before the payer's own transactions. */
    async function beBusy({ pages, height }: { pages: number; height: bigint }) {
      const { address: payer } = await svmDevnetSigner('buyer')
      const page = Array.from({ length: 1_000 }, (_, index) => {
        const signature = Buffer.alloc(64, 7)
        signature.writeUInt32BE(index)
        const told = { slot: 1, blockTime: 1, err: null, memo: null, confirmationStatus: 'finalized' }
        return { signature: bs58.encode(signature), ...told }
      })
      pagesAsked = 0
      rpc.decide(({ method, params }) => {
        if (method === 'getBlock') return { swallow: { blockHeight: Number(height) } }
        if (method !== 'getSignaturesForAddress' || params[0] !== payer) return 'pass'
        pagesAsked += 1
        return pagesAsked > pages ? 'pass' : { swallow: page }
      })
    }

    async function signBusy() {
      const payload = await sign()
      const authorization = readSignedPayment(payload, requirements).authorization
      const until = (await local.chainsWith().lastHeightOf(authorization)) ?? 0n
      const ask = (since: bigint | null, validAfter: Date | null = null) =>
        local.chainsWith({ rpcUrls: [rpc.url] }).findAuthorization({ ...authorization, validAfter }, since)
      return { payload, until, ask }
    }

    it('is found on a later page', async () => {
      const { payload, until, ask } = await signBusy()
      const transaction = await land(payload)
      await beBusy({ pages: 3, height: until - 100n })
      expect(await ask(until)).toMatchObject({ state: 'settled', transaction })
      expect(pagesAsked).toBe(4)
    })

    it('is unused, and later expired, once the list reaches back to before it could land', async () => {
      const { until, ask } = await signBusy()
      await beBusy({ pages: 100, height: until - 1_000n })
      expect(await ask(null)).toEqual({ state: 'unused' })
      expect(await ask(until)).toEqual({ state: 'unused' })
      await advance(320)
      expect(await ask(until)).toEqual({ state: 'expired' })
      expect(pagesAsked).toBe(3)
    })

    it('is expired once the list reaches back to before it was signed, where that time is known', async () => {
      const { until, ask } = await signBusy()
      await beBusy({ pages: 100, height: until })
      await advance(320)
      expect(await ask(null, new Date())).toEqual({ state: 'expired' })
    })

    it('is unreadable after some pages that do not reach so far', async () => {
      const { until, ask } = await signBusy()
      await beBusy({ pages: 100, height: until - 300n })
      expect(await ask(until)).toMatchObject({ state: 'unreadable' })
      expect(pagesAsked).toBe(5)
      await advance(320)
      for (const since of [until, null]) expect(await ask(since)).toMatchObject({ state: 'unreadable' })
    })
  })

  it('is verified by the SDK’s scheme over our client, and an outage there is no verdict', async () => {
    const wallets = openGasWallets({ svm: [await svmDevnetSecretKey('gas')] })
    const [payload, poor] = [await sign(), await sign('poor')]
    const schemes = createFacilitatorSchemes(local.chainsWith(), wallets)
    expect(await schemes.verify(payload, requirements)).toMatchObject({ isValid: true })
    expect(await schemes.verify(poor, requirements)).toMatchObject({ isValid: false })
    const cut = createFacilitatorSchemes(local.chainsWith({ rpcUrls: ['http://127.0.0.1:9'] }), wallets)
    await expect(cut.verify(payload, requirements)).rejects.toMatchObject({ name: 'RpcUnreachableError' })
  })
})
