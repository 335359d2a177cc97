import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CanonicalPath,
  canonicalPath,
  isDynamicPattern,
  isQueryMethod,
  matchPattern,
  matchRequestPath,
  parsePattern,
  parseRouteKey,
  RoutePatternError,
  routeTemplate,
} from './route-pattern'

const pathOf = (raw: string): CanonicalPath => {
  const path = canonicalPath(raw)
  if (path === null) throw new Error(`${raw} has no canonical path`)
  return path
}

const match = (pattern: string, raw: string) => matchPattern(parsePattern(pattern), pathOf(raw))

describe('parseRouteKey', () => {
  it('reads method and pattern', () => {
    const { method, pattern } = parseRouteKey('GET /users/[userId]')
    expect(method).toBe('GET')
    expect(pattern.segments).toEqual([
      { kind: 'literal', text: 'users' },
      { kind: 'parameter', name: 'userId' },
    ])
  })

  it.each([
    '/users',
    'GET',
    'get /users',
    'GET  /users',
    'TRACE /users',
    'OPTIONS /users',
    '* /users',
    'GET users',
    '',
  ])('refuses %j', (key) => expect(() => parseRouteKey(key)).toThrow(RoutePatternError))

  it('knows which methods carry their input in the query', () => {
    expect(['GET', 'HEAD', 'DELETE'].every((method) => isQueryMethod(parseRouteKey(`${method} /a`).method))).toBe(true)
    expect(['POST', 'PUT', 'PATCH'].some((method) => isQueryMethod(parseRouteKey(`${method} /a`).method))).toBe(false)
  })
})

describe('parsePattern', () => {
  it.each([
    '',
    'users',
    '/users/',
    '/users//a',
    '/a/../b',
    '/a%2Fb',
    '/a;b',
    '/users/[]',
    '/users/[1d]',
    '/users/[a.b]',
    '/users/:__proto__',
    '/[...rest]/users',
    '/users/[...__proto__]',
    '/users/[[...rest]]',
    '/users/x[id]',
    '/users/a*',
    '/users/[__proto__]',
    '/weather.rsc',
    '/a%20b',
  ])('refuses %j', (pattern) => {
    expect(() => parsePattern(pattern)).toThrow(RoutePatternError)
  })

  it.each(['/[id]/[id]', '/[id]/:id', '/*/[var1]'])('refuses the name taken twice in %s', (pattern) => {
    expect(() => parsePattern(pattern)).toThrow('appears twice')
  })

  it('bounds length and segments', () => {
    expect(() => parsePattern(`/${'a'.repeat(512)}`)).toThrow(RoutePatternError)
    expect(() => parsePattern('/a'.repeat(33))).toThrow(RoutePatternError)
  })
})

describe('routeTemplate', () => {
  it.each([
    ['/users/[userId]', '/users/:userId'],
    ['/users/:userId', '/users/:userId'],
    ['/weather/[country]/[city]', '/weather/:country/:city'],
    ['/a/*/b/*', '/a/:var1/b/:var2'],
    ['/*', '/:var1'],
    ['/files/[name]/*', '/files/:name/:var1'],
    ['/weather', '/weather'],
    ['/', '/'],
    ['/users/[user-id]', '/users/:user-id'],
    ['/café', '/caf%C3%A9'],
  ])('%s is listed as %s', (pattern, template) => expect(routeTemplate(parsePattern(pattern))).toBe(template))

  it('tells dynamic patterns from fixed ones', () => {
    expect(isDynamicPattern(parsePattern('/a/*'))).toBe(true)
    expect(isDynamicPattern(parsePattern('/a/b'))).toBe(false)
  })
})

describe('matchPattern', () => {
  it.each([
    ['/weather', '/weather', {}],
    ['/', '/', {}],
    ['/users/[id]', '/users/42', { id: '42' }],
    ['/users/[id]', '/users/caf%C3%A9', { id: 'café' }],
    ['/users/[id]', '/users/%5Bid%5D', { id: '[id]' }],
    ['/users/[id]/posts/[post]', '/users/a/posts/b', { id: 'a', post: 'b' }],
    ['/a/*/c/*', '/a/b/c/d', { var1: 'b', var2: 'd' }],
    ['/café', '/caf%C3%A9', {}],
  ])('%s takes %s', (pattern, path, params) => expect(match(pattern, path)).toEqual(params))

  it.each([
    ['/weather', '/Weather'],
    ['/weather', '/weather/today'],
    ['/users/[id]', '/users'],
    ['/users/[id]', '/users/1/2'],
    ['/a/*', '/a/b/c'],
    ['/', '/a'],
    ['/[id]', '/'],
    ['/api/v1.0', '/api/v1X0'],
  ])('%s does not take %s', (pattern, path) => expect(match(pattern, path)).toBeNull())

  it('finds back every value that a parameter can take', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 }), (value) => {
        const path = canonicalPath(`/users/${encodeURIComponent(value)}`)
        fc.pre(path !== null)
        expect(matchPattern(parsePattern('/users/[id]'), path)).toEqual({ id: value.normalize('NFC') })
      }),
    )
  })
})

describe('matchRequestPath', () => {
  it.each([
    ['/weather', '/weather', '/weather'],
    ['/weather', '/w%65ather', '/weather'],
    ['/São', '/S%C3%A3o', '/S%C3%A3o'],
    ['/', '/', '/'],
    ['/users/[id]', '/users/%31', '/users/1'],
  ])('finds %s for %s, under its canonical path', (pattern, pathname, path) => {
    expect(matchRequestPath(parsePattern(pattern), pathname)?.path).toBe(path)
  })

  it.each([
    ['/weather', '/weather/'],
    ['/weather', '/Weather'],
    ['/_next/data', '/_next/data'],
    ['/users/[id]', '/users/1/'],
    ['/users/[id]', '/users/1/x'],
  ])('does not find %s for %s', (pattern, pathname) => {
    expect(matchRequestPath(parsePattern(pattern), pathname)).toBeNull()
  })
})
