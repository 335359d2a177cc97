import { encodePaymentRequiredHeader, encodePaymentSignatureHeader } from '@x402/core/http'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeHeader, findJsonFault, type HeaderFault, MAX_HEADER_CHARACTERS, parseHeader } from './header-codec'
import { samplePayload, samplePaymentRequired } from './testing/samples'

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64')
const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`

describe('encodeHeader', () => {
  it('writes the bytes that the SDK writes', () => {
    expect(encodeHeader(samplePaymentRequired)).toBe(encodePaymentRequiredHeader(samplePaymentRequired))
    expect(encodeHeader(samplePayload)).toBe(encodePaymentSignatureHeader(samplePayload))
  })

  it('keeps text beyond ASCII', () => {
    expect(parseHeader(encodeHeader({ text: 'São Tomé — 気温 🌡' }))).toEqual({
      ok: true,
      value: { text: 'São Tomé — 気温 🌡' },
    })
  })
})

describe('parseHeader', () => {
  const refused: [string, string, HeaderFault][] = [
    ['nothing', '', 'empty'],
    ['more than 16 KiB', base64(JSON.stringify({ a: 'x'.repeat(MAX_HEADER_CHARACTERS) })), 'too_long'],
    ['base64url', Buffer.from('{"a":"??>"}').toString('base64').replace('/', '_').replace('+', '-'), 'not_base64'],
    ['missing padding', base64('{"a":12}').replace(/=+$/, ''), 'not_base64'],
    ['surplus padding', `${base64('{"a":123}')}====`, 'not_base64'],
    ['a second spelling of the last bits', base64('{"a":12}').replace(/.=$/, '1='), 'not_base64'],
    ['a space', ` ${base64('{}')}`, 'not_base64'],
    ['two headers merged by a proxy', `${base64('{}')}, ${base64('{}')}`, 'not_base64'],
    ['raw JSON', '{"x402Version":2}', 'not_base64'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]).toString('base64'), 'not_utf8'],
    ['an overlong encoding', Buffer.from([0x22, 0xc0, 0xaf, 0x22]).toString('base64'), 'not_utf8'],
    ['a byte order mark', base64('\ufeff{}'), 'not_json'],
    ['half an object', base64('{"a":'), 'not_json'],
    ['two objects', base64('{}{}'), 'not_json'],
    ['an array', base64('[]'), 'not_an_object'],
    ['null', base64('null'), 'not_an_object'],
    ['a number', base64('2'), 'not_an_object'],
    ['text', base64('"{}"'), 'not_an_object'],
    ['33 levels', base64(nested(33)), 'too_deep'],
    ['thousands of levels', base64(nested(5000)), 'too_deep'],
    ['a NUL in a value', base64('{"a":"\\u0000"}'), 'not_plain_text'],
    ['a NUL in a name', base64('{"\\u0000":1}'), 'not_plain_text'],
    ['a lone surrogate', base64('{"a":"\\ud800"}'), 'not_plain_text'],
    ['a number beyond doubles', base64('{"a":1e999}'), 'not_plain_text'],
  ]

  it.each(refused)('refuses %s', (_name, header, reason) => {
    expect(parseHeader(header)).toEqual({ ok: false, reason })
  })

  it('accepts exactly 16 KiB', () => {
    const header = base64(`{"a":"${'x'.repeat((MAX_HEADER_CHARACTERS / 4) * 3 - 8)}"}`)
    expect(header).toHaveLength(MAX_HEADER_CHARACTERS)
    expect(parseHeader(header).ok).toBe(true)
  })

  it('returns what was encoded', () => {
    const plain = fc
      .dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 }), { noNullPrototype: true })
      .map((value) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>)
      .filter((value) => findJsonFault(value) === null)
    fc.assert(
      fc.property(plain, (value) => {
        expect(parseHeader(encodeHeader(value))).toEqual({ ok: true, value })
      }),
    )
  })

  it('accepts one spelling only: a changed character is refused or changes the bytes', () => {
    const header = encodeHeader({ a: 'b', c: 12 })
    const bytes = Buffer.from(header, 'base64')
    fc.assert(
      fc.property(fc.nat(header.length - 1), fc.constantFrom(...'ABab01+/=-_ '), (index, character) => {
        fc.pre(header[index] !== character)
        const changed = header.slice(0, index) + character + header.slice(index + 1)
        const parsed = parseHeader(changed)
        const isRefused = !parsed.ok && parsed.reason === 'not_base64'
        expect(isRefused || !bytes.equals(Buffer.from(changed, 'base64'))).toBe(true)
      }),
    )
  })
})
