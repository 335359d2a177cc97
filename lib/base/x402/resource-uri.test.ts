import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalResourceUri, toolResourceUri } from './resource-uri'
import { canonicalPath } from './route-pattern'

const uri = (rawPath: string, query: string, countedQuery: string[] = [], origin = 'https://shop.example') => {
  const path = canonicalPath(rawPath)
  if (path === null) throw new Error(`${rawPath} has no canonical path`)
  return canonicalResourceUri({ origin, path, query: new URLSearchParams(query), countedQuery })
}

describe('canonicalResourceUri', () => {
  it.each([
    ['/weather', '', [], 'https://shop.example/weather'],
    ['/weather', 'city=Lisbon', ['city'], 'https://shop.example/weather?city=Lisbon'],
    ['/weather', 'utm_source=x&city=Lisbon&_rsc=1', ['city'], 'https://shop.example/weather?city=Lisbon'],
    ['/weather', 'unit=c&city=Lisbon', ['unit', 'city'], 'https://shop.example/weather?city=Lisbon&unit=c'],
    ['/weather', 'city=b&city=a', ['city', 'city'], 'https://shop.example/weather?city=b&city=a'],
    ['/weather', 'city=', ['city'], 'https://shop.example/weather?city='],
    ['/weather', 'City=Lisbon', ['city'], 'https://shop.example/weather'],
    [
      '/weather',
      'city=S%C3%A3o+Tom%C3%A9%26x%3D1',
      ['city'],
      'https://shop.example/weather?city=S%C3%A3o%20Tom%C3%A9%26x%3D1',
    ],
    ['/users/42', '', [], 'https://shop.example/users/42'],
    ['/', 'a=1', ['a'], 'https://shop.example/?a=1'],
  ])('%s?%s with %j declared is %s', (path, query, declared, expected) => {
    expect(uri(path, query, declared)).toBe(expected)
  })

  it('does not depend on the order in which different parameters come', () => {
    const pair = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.string())
    fc.assert(
      fc.property(fc.uniqueArray(pair, { selector: ([name]) => name }), (pairs) => {
        const forwards = new URLSearchParams(pairs).toString()
        const backwards = new URLSearchParams([...pairs].reverse()).toString()
        expect(uri('/x', forwards, ['b', 'a', 'd', 'c'])).toBe(uri('/x', backwards, ['a', 'b', 'c', 'd']))
      }),
    )
  })

  it('gives different values different names', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        const nameOf = (value: string) => uri('/x', new URLSearchParams({ q: value, r: '1' }).toString(), ['q', 'r'])
        expect(nameOf(a) === nameOf(b)).toBe(
          new URLSearchParams({ q: a }).get('q') === new URLSearchParams({ q: b }).get('q'),
        )
      }),
    )
  })

  it.each([
    'https://shop.example/',
    'https://shop.example/base',
    'shop.example',
    'HTTPS://shop.example',
    'https://shop.example:443',
    'ftp://shop.example',
    'https://u@shop.example',
    'null',
  ])('refuses the origin %s', (origin) => expect(() => uri('/x', '', [], origin)).toThrow())
})

it('toolResourceUri names a tool, not a transport', () => {
  expect(toolResourceUri('get_weather')).toBe('mcp://tool/get_weather')
  expect(toolResourceUri('a/b c')).toBe('mcp://tool/a%2Fb%20c')
})
