import { sanitizeResourceServiceMetadata } from '@x402/extensions/bazaar'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findIconUrlFault, sanitizeResourceInfo, validateResourceInfo } from './resource-info'

const good = {
  url: 'https://shop.example/weather',
  description: 'Weather',
  mimeType: 'application/json',
  serviceName: 'Weather & Sons',
  tags: ['weather', 'Lisbon'],
  iconUrl: 'https://shop.example/icon.png?v=2',
}

describe('sanitizeResourceInfo', () => {
  it('keeps valid parts, byte for byte', () => {
    expect(JSON.stringify(sanitizeResourceInfo(good))).toBe(JSON.stringify(good))
    expect(sanitizeResourceServiceMetadata(good)).toEqual({
      serviceName: good.serviceName,
      tags: good.tags,
      iconUrl: good.iconUrl,
    })
  })

  it('adds nothing for omitted parts', () => {
    expect(JSON.stringify(sanitizeResourceInfo({ url: good.url }))).toBe('{"url":"https://shop.example/weather"}')
  })

  it.each<[string, Record<string, unknown>]>([
    ['serviceName', { serviceName: '' }],
    ['serviceName', { serviceName: 'x'.repeat(33) }],
    ['serviceName', { serviceName: 'Météo' }],
    ['serviceName', { serviceName: 'a\tb' }],
    ['serviceName', { serviceName: 'a\u007f' }],
    ['serviceName', { serviceName: 7 }],
    ['tags', { tags: ['a', 'b', 'c', 'd', 'e', 'f'] }],
    ['tags', { tags: ['ok', 'x'.repeat(33)] }],
    ['tags', { tags: ['ok', ''] }],
    ['tags', { tags: ['ok', 'é'] }],
    ['tags', { tags: ['ok', 1] }],
    ['tags', { tags: 'weather' }],
    ['iconUrl', { iconUrl: 'http://127.0.0.1/icon.png' }],
    ['iconUrl', { iconUrl: {} }],
  ])('drops %s only from %j, and tells the seller', (field, change) => {
    const { [field as 'tags']: _dropped, ...rest } = good
    expect(sanitizeResourceInfo({ ...good, ...change })).toEqual(rest)
    expect(validateResourceInfo({ ...good, ...change }).map((problem) => problem.field)).toEqual([field])
  })

  it('accepts the limits themselves', () => {
    const atLimits = { url: good.url, serviceName: '~'.repeat(32), tags: Array<string>(5).fill(' '.repeat(32)) }
    expect(sanitizeResourceInfo(atLimits)).toEqual(atLimits)
    expect(validateResourceInfo(atLimits)).toEqual([])
  })

  it('drops fields of a wrong type, and unknown ones', () => {
    expect(sanitizeResourceInfo({ url: 1, description: null, mimeType: [], extra: true })).toEqual({})
  })
})

describe('findIconUrlFault', () => {
  it.each([
    'https://shop.example/icon.png',
    'http://cdn.shop.example/i',
    'HTTPS://Shop.Example/icon.png',
    'https://xn--caf-dma.example/icon.svg',
    'https://shop.example:443/icon.png',
    'https://1.shop.example/icon.png',
    `https://shop.example/${'a'.repeat(2027)}`,
  ])('accepts %s', (url) => expect(findIconUrlFault(url)).toBeNull())

  it.each([
    '',
    'icon.png',
    'javascript:alert(1)',
    'ftp://shop.example/i',
    'https:shop.example',
    'http:\\\\shop.example',
    'https://shop.example\\@evil.example/',
    'https://user@shop.example/i',
    'https://shop.example:8443/i',
    'https://shop.example/a b',
    'https://shop.example/\n',
    ' https://shop.example/i',
    'https://café.example/i',
    'https://ｌｏｃａｌｈｏｓｔ/i',
    'http://127.0.0.1./',
    'http://%31%32%37.0.0.1/',
    'http://[::1]/',
    'http://localhost/',
    'http://localhost./',
    'http://a.b.localhost./',
    'http://localhost.localdomain/',
    'http://ip6-localhost/',
    'http://metadata.google.internal/',
    'http://intranet/',
    'http://router.local/',
    'http://1.0.0.127.in-addr.arpa/',
    'http://host.docker.internal/',
    'http://127.0.0.1.nip.io/',
    'http://app.127-0-0-1.sslip.io/',
    'http://lvh.me/',
    'http://127.0.0.1.example.com/',
    'http://shop..example/',
    `https://shop.example/${'a'.repeat(2028)}`,
  ])('refuses %j', (url) => expect(findIconUrlFault(url)).not.toBeNull())

  it('refuses every IPv4 address however it is spelled', () => {
    fc.assert(
      fc.property(fc.nat(0xffffffff), fc.constantFrom(10, 16, 8), (address, radix) => {
        const prefix = { 10: '', 16: '0x', 8: '0' }[radix] ?? ''
        expect(findIconUrlFault(`http://${prefix}${address.toString(radix)}/`)).not.toBeNull()
        const octets = [24, 16, 8, 0].map((shift) => prefix + ((address >>> shift) & 0xff).toString(radix))
        expect(findIconUrlFault(`http://${octets.join('.')}/`)).not.toBeNull()
      }),
    )
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void findIconUrlFault(`http://${text}`)))
  })
})
