import { decodePaymentRequiredHeader, encodePaymentRequiredHeader } from '@x402/core/http'
import { PaymentRequiredV2Schema } from '@x402/core/schemas'
import { expect, it } from 'vitest'
import { encodeHeader } from './header-codec'
import { buildPaymentRequired, findChallengeWarning, measureChallenge } from './payment-required'
import { samplePaymentRequired } from './testing/samples'

const { resource, accepts, error } = samplePaymentRequired

it('buildPaymentRequired is what the SDK encodes, decodes and accepts', () => {
  const built = buildPaymentRequired({ resource, accepts, error })
  expect(encodeHeader(built)).toBe(encodePaymentRequiredHeader(samplePaymentRequired))
  expect(PaymentRequiredV2Schema.safeParse(decodePaymentRequiredHeader(encodeHeader(built))).success).toBe(true)
})

const ofSize = (characters: number) =>
  buildPaymentRequired({ resource: { url: 'https://a.example/', description: 'x'.repeat(characters) }, accepts: [] })

it('measureChallenge accepts 8 KiB and refuses more, with the size', () => {
  const overhead = JSON.stringify(ofSize(0)).length
  expect(measureChallenge(ofSize(6144 - overhead))).toBe(8192)
  expect(() => measureChallenge(ofSize(6145 - overhead))).toThrow(
    expect.objectContaining({ code: 'CHALLENGE_TOO_LARGE', characters: 8196 }) as Error,
  )
})

it('warns of a challenge that fills the buffer of a proxy, and of no smaller one', () => {
  expect(findChallengeWarning(4095)).toBeNull()
  expect(findChallengeWarning(4096)).toMatch(/^Its 402 has 4096 characters/)
})
