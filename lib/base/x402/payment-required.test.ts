import { decodePaymentRequiredHeader, encodePaymentRequiredHeader } from '@x402/core/http'
import { PaymentRequiredV2Schema } from '@x402/core/schemas'
import { expect, it } from 'vitest'
import { encodeHeader } from './header-codec'
import { buildPaymentRequired, measureChallenge } from './payment-required'
import { samplePaymentRequired } from './testing/samples'

const { resource, accepts, error } = samplePaymentRequired

it('buildPaymentRequired is what the SDK encodes, decodes and accepts', () => {
  const built = buildPaymentRequired({ resource, accepts, error })
  expect(encodeHeader(built)).toBe(encodePaymentRequiredHeader(samplePaymentRequired))
  expect(PaymentRequiredV2Schema.safeParse(decodePaymentRequiredHeader(encodeHeader(built))).success).toBe(true)
})

const ofSize = (characters: number) =>
  buildPaymentRequired({ resource: { url: 'https://a.example/', description: 'x'.repeat(characters) }, accepts: [] })

it.each([
  [3069, 4092, null, null],
  [3072, 4096, null, expect.stringMatching(/^Its 402 has 4096 char/)],
  [6144, 8192, null, expect.stringMatching(/^Its 402 has 8192 char/)],
  [6145, 8196, expect.stringMatching(/^The challenge has 8196 char/), expect.stringMatching(/^Its 402 has 8196 char/)],
])(
  'measures a challenge of %i bytes: proxies may drop 4 KiB, and 8 KiB are the most',
  (bytes, size, fault, warning) => {
    const measured = measureChallenge(ofSize(bytes - JSON.stringify(ofSize(0)).length))
    expect(measured).toEqual({ characters: size, fault, warning })
  },
)
