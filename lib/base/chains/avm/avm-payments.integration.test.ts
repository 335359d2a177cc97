import { toClientAvmSigner } from '@x402/avm'
import { ExactAvmScheme as ExactClient } from '@x402/avm/exact/client'
import { ExactAvmScheme as ExactFacilitator } from '@x402/avm/exact/facilitator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { avmDevnetAddress, avmDevnetSecretKey } from '@/development/devnet/wallets'
import { type LocalChains, startLocalChains } from '@/development/testing/local-chains'
import { serveFetch } from '@/development/testing/serve-fetch'
import { createFacilitatorSchemes } from '@/lib/base/chains/facilitator/facilitator-schemes'
import { type GasWallets, openGasWallets } from '@/lib/base/chains/facilitator/gas-wallets'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { buildRequirements } from '../build-requirements'
import { readSignedPayment } from '../read-signed-payment'

const network = 'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe'

let local: LocalChains
let wallets: GasWallets
let requirements: PaymentRequirements

beforeAll(async () => {
  local = await startLocalChains()
  wallets = openGasWallets({ avm: [await avmDevnetSecretKey('gas')], avmAlgodUrl: local.devnet.avmUrl })
  const supported = createFacilitatorSchemes(local.chainsWith(), wallets)
  const payTo = await avmDevnetAddress('seller')
  const terms = { scheme: 'exact', network, price: '$0.10', payTo, maxTimeoutSeconds: 60 } as const
  requirements = buildRequirements({ ...terms, supported })
})

afterAll(() => local.stop())

async function sign(): Promise<PaymentPayload> {
  const signer = toClientAvmSigner(await avmDevnetSecretKey('buyer'))
  const scheme = new ExactClient(signer, { algodUrl: local.devnet.avmUrl })
  const { payload } = await scheme.createPaymentPayload(2, requirements)
  return { x402Version: 2, accepted: requirements, payload }
}

const find = (payload: PaymentPayload, chains = local.chainsWith()) =>
  chains.findAuthorization(readSignedPayment(payload, requirements).authorization)

const groupOf = (payload: PaymentPayload) => payload.payload as { paymentGroup: string[]; paymentIndex: number }

describe('an Algorand payment on the emulator', () => {
  it('is read, checked and verified', async () => {
    const payload = await sign()
    expect(readSignedPayment(payload, requirements).authorization).toMatchObject({
      payer: await avmDevnetAddress('buyer'),
      payTo: await avmDevnetAddress('seller'),
      amountAtomic: 100_000n,
    })
    const chains = local.chainsWith()
    expect(await chains.checkSignature(requirements.network, readSignedPayment(payload, requirements))).toEqual({
      isValid: true,
      isLocal: true,
    })
    const verdict = await createFacilitatorSchemes(chains, wallets).verify(payload, requirements)
    expect(verdict).toMatchObject({ isValid: true })
  })

  it('is verified by whichever of our wallets pays for it, also the second one', async () => {
    const keys = [await avmDevnetSecretKey('gas2'), await avmDevnetSecretKey('gas')]
    const both = openGasWallets({ avm: keys, avmAlgodUrl: local.devnet.avmUrl })
    expect(requirements.extra.feePayer).toBe(both.avm[1]?.address)
    const verdict = await createFacilitatorSchemes(local.chainsWith(), both).verify(await sign(), requirements)
    expect(verdict).toMatchObject({ isValid: true })
  })

  it('is refused with a byte of its signature or amount changed', async () => {
    const payload = await sign()
    const { paymentGroup, paymentIndex } = groupOf(payload)
    const bytes = Buffer.from(paymentGroup[paymentIndex] ?? '', 'base64')
    const amountAt = bytes.indexOf('aamt') + 5 // After the key comes the number's type.
    const signatureAt = bytes.indexOf('sig') + 10
    const forgedAt = (position: number) => {
      const changed = Buffer.from(bytes)
      changed[position] = (changed[position] ?? 0) ^ 1
      const group = paymentGroup.map((entry, index) => (index === paymentIndex ? changed.toString('base64') : entry))
      return readSignedPayment({ ...payload, payload: { paymentGroup: group, paymentIndex } }, requirements)
    }
    expect(() => forgedAt(amountAt)).toThrow(expect.objectContaining({ reason: 'invalid_exact_avm_amount_mismatch' }))
    const verdict = await local.chainsWith().checkSignature(requirements.network, forgedAt(signatureAt))
    expect(verdict).toMatchObject({ isValid: false, invalidReason: 'invalid_exact_avm_invalid_signature' })
  })

  it.each([
    ['invalid_exact_avm_receiver_mismatch', { payTo: 'A7NMWS3NT3IUDMLVO26ULGXGIIOUQ3ND2TXSER6EBGRZNOBOUIQXHIBGDE' }],
    ['invalid_exact_avm_asset_mismatch', { asset: '1' }],
    ['invalid_exact_avm_amount_mismatch', { amount: '1' }],
  ])('is refused with %s', async (reason, changes) => {
    const payload = await sign()
    expect(() => readSignedPayment(payload, { ...requirements, ...changes }).authorization).toThrow(
      expect.objectContaining({ reason }),
    )
  })

  it('is unused until it lands, settled by its transaction from then on, and unreadable in an outage', async () => {
    const payload = await sign()
    expect(await find(payload)).toEqual({ state: 'unused' })
    const [wallet] = wallets.avm
    if (!wallet) throw new Error('Expected a fee payer.')
    const { transaction } = await new ExactFacilitator(wallet.signer).settle(payload, requirements)
    expect(await find(payload)).toMatchObject({ state: 'settled', transaction, amountAtomic: 100_000n })
    const cut = local.chainsWith({ rpcUrls: ['http://127.0.0.1:9'] })
    expect(await find(payload, cut)).toMatchObject({ state: 'unreadable' })
  })

  describe('once its last round has passed and the node has forgotten it', () => {
    const advance = (rounds: number) =>
      fetch(`${local.devnet.avmUrl}/devnet/advance-rounds`, { method: 'POST', body: JSON.stringify({ rounds }) })

    it('is told by an indexer, and undecidable without one', async () => {
      const [landed, unsent] = [await sign(), await sign()]
      const [wallet] = wallets.avm
      if (!wallet) throw new Error('Expected a fee payer.')
      const { transaction } = await new ExactFacilitator(wallet.signer).settle(landed, requirements)
      await advance(2_500)
      for (const payload of [landed, unsent]) expect(await find(payload)).toMatchObject({ state: 'undecidable' })
      const indexed = local.chainsWith({ indexerUrl: local.devnet.avmUrl })
      expect(await find(landed, indexed)).toMatchObject({ state: 'settled', transaction })
      expect(await find(unsent, indexed)).toEqual({ state: 'expired' })
    })

    it('is unreadable while the indexer is silent or has not come so far', async () => {
      const payload = await sign()
      await advance(2_500)
      const silent = local.chainsWith({ indexerUrl: 'http://127.0.0.1:9' })
      expect(await find(payload, silent)).toMatchObject({ state: 'unreadable' })
      const late = await serveFetch(async (request) => {
        const isHealth = new URL(request.url).pathname === '/health'
        return isHealth ? Response.json({ round: 10 }) : Response.json({}, { status: 404 })
      })
      expect(await find(payload, local.chainsWith({ indexerUrl: late.origin }))).toMatchObject({ state: 'unreadable' })
      await late.stop()
    })
  })
})
