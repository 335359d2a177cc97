import fc from 'fast-check'
import { expect, it } from 'vitest'
import { soakOr } from '@/development/testing/soak'
import { canonicalPath, canonicalSegment } from './route-pattern'

it.each([
  ['/', '/'],
  ['/weather', '/weather'],
  ['/Weather', '/Weather'],
  ['/users/42', '/users/42'],
  ['/%77eather', '/weather'],
  ['/caf%c3%a9', '/caf%C3%A9'],
  ['/a%20b', '/a%20b'],
  ['/cafe%CC%81', '/caf%C3%A9'],
  ['/100%25', '/100%25'],
  ['/@seller/a+b=c&d,e!f$', '/@seller/a+b=c&d,e!f$'],
  ['/%40seller', '/@seller'],
  ['/a:b', '/a%3Ab'],
  ['/*', '/%2A'],
  ['/[id]', '/%5Bid%5D'],
  ['/...', '/...'],
  ['/.well-known/x402', '/.well-known/x402'],
  ['/a.rsc/b', '/a.rsc/b'],
])('%s is %s', (raw, expected) => expect(canonicalPath(raw)).toBe(expected))

it.each([
  ['nothing', ''],
  ['no leading slash', 'weather'],
  ['a URL', 'http://shop.example/weather'],
  ['a trailing slash', '/weather/'],
  ['a doubled slash', '//weather'],
  ['an encoded slash', '/users%2F42'],
  ['a backslash', '/users\\42'],
  ['a dot segment', '/./weather'],
  ['a final dot segment', '/weather/.'],
  ['an encoded dot segment', '/%2e/weather'],
  ['a parent segment', '/users/../weather'],
  ['half an encoded parent segment', '/users/.%2E/weather'],
  ['a doubly encoded parent segment', '/users/%252e%252e/weather'],
  ['a NUL', '/weather%00'],
  ['a raw control character', '/wea\u0001ther'],
  ['an encoded line feed', '/weather%0a'],
  ['an encoded delete', '/weather%7f'],
  ['an encoded C1 control', '/weather%C2%85'],
  ['a path parameter', '/weather;jsessionid=1'],
  ['an encoded path parameter', '/weather%3Bv=1'],
  ['a letter that composed is a semicolon', '/weather%CD%BEv=1'],
  ['a parent segment with a parameter', '/users/..;/weather'],
  ['a lone percent sign', '/100%'],
  ['half an escape', '/a%2'],
  ['an escape that is no hexadecimal', '/a%zz'],
  ['invalid UTF-8', '/%ff'],
  ['an overlong slash', '/users%c0%af42'],
  ['an encoded surrogate', '/%ed%a0%80'],
  ['a query', '/weather?city=Lisbon'],
  ['a fragment', '/weather#top'],
  ['raw text beyond ASCII', '/café'],
  ['a raw space', '/a b'],
  ['a page payload of Next.js', '/weather.rsc'],
  ['a prefetch of Next.js', '/weather.prefetch.rsc'],
  ['a segment of Next.js', '/weather.segments/_tree.segment.rsc'],
  ['a payload in capitals', '/weather.RSC'],
  ['an encoded payload', '/weather%2Ersc'],
  ['data of Next.js', '/_next/data/build/weather.json'],
  ['encoded data of Next.js', '/%5Fnext/data/build/weather.json'],
  ['an image of Next.js', '/_next/image'],
  ['more than 2048 characters', `/${'a'.repeat(2048)}`],
])('refuses %s', (_name, raw) => expect(canonicalPath(raw)).toBeNull())

it('is stable: a canonical path is its own canonical path', () => {
  const part = fc.oneof(
    fc.constantFrom('%2e', '%2F', '%25', '.', '..', ';', '/', '\\', '%00', ':', '*', '%C3%A9'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const path = canonicalPath(`/${parts.join('')}`)
      if (path !== null) expect(canonicalPath(path)).toBe(path)
    }),
    { numRuns: soakOr(5_000, 1_000) },
  )
})

it('gives every segment exactly one spelling, and its text back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      const segment = canonicalSegment(text)
      if (segment === null) return
      expect(decodeURIComponent(segment)).toBe(text.normalize('NFC'))
      const spelledOut = Buffer.from(text, 'utf8').toString('hex').replace(/../g, '%$&')
      fc.pre(spelledOut.length < 2000 && !/^_next$/i.test(text) && !/\.rsc$/i.test(text))
      expect(canonicalPath(`/${spelledOut}`)).toBe(`/${segment}`)
    }),
    { numRuns: soakOr(2_000, 500) },
  )
})

it('canonicalPath never lets a separator or a dot segment out', () => {
  fc.assert(
    fc.property(
      fc.webPath(),
      fc.constantFrom('%2f', '%5c', '%2e%2e', '%00', '%3b', '%252f'),
      fc.nat(),
      (path, trick, at) => {
        const index = at % (path.length + 1)
        const canonical = canonicalPath(path.slice(0, index) + trick + path.slice(index))
        if (canonical === null) return
        const segments = decodeURIComponent(canonical).slice(1).split('/')
        expect(segments).toHaveLength(canonical.slice(1).split('/').length)
        expect(segments).not.toContain('..')
      },
    ),
    { numRuns: soakOr(2_000, 500) },
  )
})
