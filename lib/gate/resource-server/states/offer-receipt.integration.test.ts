import {
  decodeSignedOffers,
  extractOffersFromPaymentRequired,
  extractReceiptFromResponse,
  verifyOfferSignatureEIP712,
  verifyReceiptMatchesOffer,
  verifyReceiptSignatureEIP712,
} from '@x402/extensions/offer-receipt'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestRoute } from '@/development/testing/serve-test-site'
import { openTargets, type Targets } from '@/development/testing/targets'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'

const signingKey = generatePrivateKey()
const signer = privateKeyToAccount(signingKey).address
let targets: Targets
let routes: Record<string, TestRoute>

beforeAll(async () => {
  targets = await openTargets()
  const accepts = { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo: targets.payTo } as const
  routes = {
    'GET /signed': {
      config: { accepts, extensions: { 'offer-receipt': {} } },
      handler: () => Response.json({ content: 'signed' }),
    },
  }
})
afterAll(() => targets.close())

describe('a route with offer-receipt', () => {
  it('signs its offers, and a receipt for what was paid, as the SDK’s client verifies them', async () => {
    const target = await targets.ours({ routes, env: { RECEIPT_SIGNING_KEY: signingKey } })
    const buyer = await createEvmBuyer(targets.world, 1_000_000n)
    const url = `${target.origin}/signed`
    const { paymentRequired, headers } = await buyer.sign(url)
    const [offer] = extractOffersFromPaymentRequired(paymentRequired)
    if (offer?.format !== 'eip712') throw new Error('Expected an EIP-712 offer.')
    expect((await verifyOfferSignatureEIP712(offer)).signer).toBe(signer)
    expect(offer.payload).toMatchObject({ resourceUrl: url, payTo: targets.payTo, amount: '1000' })

    const response = await fetch(url, { headers })
    expect([response.status, await response.json()]).toEqual([200, { content: 'signed' }])
    const receipt = extractReceiptFromResponse(response)
    if (receipt?.format !== 'eip712') throw new Error('Expected an EIP-712 receipt.')
    expect((await verifyReceiptSignatureEIP712(receipt)).signer).toBe(signer)
    const [decoded] = decodeSignedOffers([offer])
    expect(decoded && verifyReceiptMatchesOffer(receipt, decoded, [buyer.address])).toBe(true)
  })

  it('signs no receipt for a payment that was not taken', async () => {
    const target = await targets.ours({ routes, env: { RECEIPT_SIGNING_KEY: signingKey } })
    const poor = await createEvmBuyer(targets.world, 0n)
    const { headers } = await poor.sign(`${target.origin}/signed`)
    const response = await fetch(`${target.origin}/signed`, { headers })
    expect([response.status, extractReceiptFromResponse(response)]).toEqual([402, undefined])
  })

  it('cannot be sold without a key, and says what is missing', async () => {
    const target = await targets.ours({ routes })
    const faults: unknown[] = []
    target.site.application.gate.log.error = ((details: { err: Error }) => {
      faults.push(details.err.message)
    }) as never
    expect((await fetch(`${target.origin}/signed`)).status).toBe(503)
    expect(faults).toEqual([expect.stringContaining('RECEIPT_SIGNING_KEY')])
    expect((await fetch(`${target.origin}/cheap`)).status).toBe(402)
  })
})
