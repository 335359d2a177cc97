import {
  createEIP712OfferReceiptIssuer,
  createOfferReceiptExtension,
  verifyOfferSignatureEIP712,
  verifyReceiptSignatureEIP712,
} from '@x402/extensions/offer-receipt'
import { describe, expect, it } from 'vitest'
import { evmDevnetAccount } from '@/development/devnet/wallets'
import { buildOffers, buildReceipt, type SignTypedData } from './offer-receipt'
import { samplePaymentRequired } from './testing/samples'

const account = evmDevnetAccount('seller')
const sign = ((parameters) => account.signTypedData(parameters as never)) as SignTypedData
const now = new Date('2026-11-21T02:00:00.500Z')
const seconds = Date.parse('2026-11-21T02:00:00Z') / 1000
const { accepts } = samplePaymentRequired
const resourceUrl = samplePaymentRequired.resource.url

const theirs = createOfferReceiptExtension(createEIP712OfferReceiptIssuer(`did:pkh:${account.address}`, sign))

describe('buildOffers', () => {
  it('signs an offer for each option, which the SDK verifies', async () => {
    const { info } = await buildOffers({ resourceUrl, accepts, now, sign })
    expect(info.offers.map((offer) => offer.payload.validUntil)).toEqual([seconds + 60, seconds + 60])
    for (const offer of info.offers) {
      expect((await verifyOfferSignatureEIP712(offer)).signer.toLowerCase()).toBe(account.address.toLowerCase())
    }
  })

  it('has the schema and the fields of the SDK', async () => {
    const sdk = (await theirs.enrichPaymentRequiredResponse?.({}, {
      paymentRequiredResponse: samplePaymentRequired,
      requirements: accepts,
    } as never)) as Awaited<ReturnType<typeof buildOffers>>
    const validUntil = sdk.info.offers[0]?.payload.validUntil ?? 0
    const ours = await buildOffers({ resourceUrl, accepts, now: new Date((validUntil - 60) * 1000), sign })
    expect(ours.schema).toEqual(sdk.schema)
    expect(ours.info.offers[0]).toEqual(sdk.info.offers[0])
  })

  it('takes another validity', async () => {
    const { info } = await buildOffers({ resourceUrl, accepts, now, sign, validitySeconds: 5 })
    expect(info.offers[0]?.payload.validUntil).toBe(seconds + 5)
  })
})

describe('buildReceipt', () => {
  const input = { resourceUrl, payer: evmDevnetAccount('buyer').address, network: 'eip155:84532', now, sign }

  it('signs a receipt, which the SDK verifies', async () => {
    const { info } = await buildReceipt({ ...input, transaction: `0x${'ab'.repeat(32)}` })
    expect(info.receipt.payload).toMatchObject({ issuedAt: seconds, transaction: `0x${'ab'.repeat(32)}` })
    expect((await verifyReceiptSignatureEIP712(info.receipt)).signer.toLowerCase()).toBe(account.address.toLowerCase())
  })

  it('has the schema and the fields of the SDK', async () => {
    const sdk = (await theirs.enrichSettlementResponse?.({}, {
      result: { success: true, payer: input.payer, network: input.network, transaction: '0xab' },
      transportContext: { request: { adapter: { getUrl: () => resourceUrl } } },
    } as never)) as Awaited<ReturnType<typeof buildReceipt>>
    const ours = await buildReceipt({ ...input, now: new Date(sdk.info.receipt.payload.issuedAt * 1000) })
    expect(ours).toEqual(sdk)
  })

  it('leaves the transaction out by default', async () => {
    expect((await buildReceipt(input)).info.receipt.payload.transaction).toBe('')
  })
})
