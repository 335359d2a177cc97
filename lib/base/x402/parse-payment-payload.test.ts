import { encodePaymentSignatureHeader } from '@x402/core/http'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { soakOr } from '@/development/testing/soak'
import { encodeHeader } from './header-codec'
import { parsePaymentPayload } from './payment-payload'
import { samplePayload, sampleRequirements } from './testing/samples'
import { paymentRequirementsSchema } from './wire-schemas'

describe('parsePaymentPayload', () => {
  it('reads what the SDK sends', () => {
    expect(parsePaymentPayload(encodePaymentSignatureHeader(samplePayload))).toEqual({
      ok: true,
      payload: samplePayload,
    })
  })

  it('treats null as absent, as other implementations write it', () => {
    const header = encodeHeader({ ...samplePayload, resource: null, extensions: null })
    expect(parsePaymentPayload(header)).toEqual({
      ok: true,
      payload: { ...samplePayload, resource: undefined, extensions: undefined },
    })
  })

  it('keeps unknown fields of accepted, so that matching can refuse them', () => {
    const accepted = { ...sampleRequirements, surcharge: '1' }
    const parsed = parsePaymentPayload(encodeHeader({ ...samplePayload, accepted }))
    expect(parsed).toMatchObject({ ok: true, payload: { accepted: { surcharge: '1' } } })
  })

  it('drops bad service metadata only', () => {
    const resource = {
      url: 'https://shop.example/a',
      serviceName: 'x'.repeat(33),
      tags: ['ok'],
      iconUrl: 'http://[::1]/',
    }
    const parsed = parsePaymentPayload(encodeHeader({ ...samplePayload, resource }))
    expect(parsed).toMatchObject({ ok: true, payload: { resource: { url: 'https://shop.example/a', tags: ['ok'] } } })
    expect(parsed.ok && parsed.payload.resource).not.toHaveProperty('serviceName')
    expect(parsed.ok && parsed.payload.resource).not.toHaveProperty('iconUrl')
  })

  it.each([0, 1, 3, 2.5, -2])('refuses version %s by its own reason', (x402Version) => {
    expect(parsePaymentPayload(encodeHeader({ ...samplePayload, x402Version }))).toMatchObject({
      ok: false,
      reason: 'invalid_x402_version',
    })
  })

  const { accepted } = samplePayload
  const malformed: [string, object][] = [
    ['no version', { ...samplePayload, x402Version: undefined }],
    ['a version in text', { ...samplePayload, x402Version: '2' }],
    ['no accepted', { ...samplePayload, accepted: undefined }],
    ['accepted as a list', { ...samplePayload, accepted: [accepted] }],
    ['no payload', { ...samplePayload, payload: undefined }],
    ['a payload that is text', { ...samplePayload, payload: 'signed' }],
    ['a payload that is a list', { ...samplePayload, payload: [] }],
    ['extensions as a list', { ...samplePayload, extensions: [] }],
    ['a resource without url', { ...samplePayload, resource: {} }],
    ['an endless url', { ...samplePayload, resource: { url: `https://a.example/${'a'.repeat(2048)}` } }],
    ['a signed amount', { ...samplePayload, accepted: { ...accepted, amount: '-1' } }],
    ['a hexadecimal amount', { ...samplePayload, accepted: { ...accepted, amount: '0x10' } }],
    ['an amount with spaces', { ...samplePayload, accepted: { ...accepted, amount: ' 5 ' } }],
    ['an amount as a number', { ...samplePayload, accepted: { ...accepted, amount: 5 } }],
    ['an amount with an exponent', { ...samplePayload, accepted: { ...accepted, amount: '1e3' } }],
    ['an amount with a leading zero', { ...samplePayload, accepted: { ...accepted, amount: '05' } }],
    ['an amount in other digits', { ...samplePayload, accepted: { ...accepted, amount: '٥' } }],
    ['a percent', { ...samplePayload, accepted: { ...accepted, amount: '200%' } }],
    ['an amount of 79 digits', { ...samplePayload, accepted: { ...accepted, amount: '9'.repeat(79) } }],
    ['a network that is no CAIP-2', { ...samplePayload, accepted: { ...accepted, network: 'base-sepolia' } }],
    ['an empty payTo', { ...samplePayload, accepted: { ...accepted, payTo: '' } }],
    ['an endless asset', { ...samplePayload, accepted: { ...accepted, asset: 'a'.repeat(129) } }],
    ['a timeout of zero', { ...samplePayload, accepted: { ...accepted, maxTimeoutSeconds: 0 } }],
    ['half a second', { ...samplePayload, accepted: { ...accepted, maxTimeoutSeconds: 0.5 } }],
    ['extra as text', { ...samplePayload, accepted: { ...accepted, extra: 'name' } }],
  ]

  it.each(malformed)('refuses %s', (_name, payload) => {
    expect(parsePaymentPayload(encodeHeader(payload))).toMatchObject({ ok: false, reason: 'invalid_payload' })
  })

  it('says which field is wrong without repeating its value', () => {
    const secret = `0x${'77'.repeat(65)}`
    const parsed = parsePaymentPayload(encodeHeader({ ...samplePayload, payload: secret }))
    expect(parsed).toMatchObject({ ok: false, message: expect.stringMatching(/^payload: /) as string })
    expect(JSON.stringify(parsed)).not.toContain('7777')
  })
})

const header = encodePaymentSignatureHeader(samplePayload)
const text = JSON.stringify(samplePayload)
const damage = fc.tuple(fc.nat(header.length - 1), fc.nat(4), fc.string({ unit: 'binary', maxLength: 4 }))

it('damaged headers are refused by a known reason or read, and never throw: 2,000 of them', () => {
  const check = (damaged: string) => {
    const parsed = parsePaymentPayload(damaged)
    if (!parsed.ok) expect(['invalid_payload', 'invalid_x402_version']).toContain(parsed.reason)
  }
  const cut = (whole: string, [index, length, patch]: [number, number, string]) =>
    whole.slice(0, index % whole.length) + patch + whole.slice((index % whole.length) + length)
  fc.assert(
    fc.property(damage, (where) => check(cut(header, where))),
    { numRuns: soakOr(10_000, 1_000) },
  )
  fc.assert(
    fc.property(damage, (where) => check(Buffer.from(cut(text, where)).toString('base64'))),
    { numRuns: soakOr(10_000, 1_000) },
  )
})

const isRead = (value: unknown) => paymentRequirementsSchema.safeParse(value).success

it('paymentRequirementsSchema reads requirements of networks that we do not serve', () => {
  expect(isRead({ ...sampleRequirements, network: 'cosmos:hub-4' })).toBe(true)
})
