import { describe, expect, it } from 'vitest'
import { canonicalPath, parsePattern } from '@/lib/base/x402/route-pattern'
import { createRouteTable, foldSegment } from './route-table'

const path = (raw: string) => {
  const canonical = canonicalPath(raw)
  if (canonical === null) throw new Error(`${raw} is no path`)
  return canonical
}

function tableOf(...sources: string[]) {
  const table = createRouteTable<string>()
  for (const source of sources) table.set('GET', parsePattern(source), source)
  return table
}

const finderIn = (table: ReturnType<typeof tableOf>) => (raw: string) => table.find('GET', path(raw))

describe('route table', () => {
  it('finds fixed paths and fills parameters in order', () => {
    const table = tableOf('/weather', '/users/[userId]', '/users/[userId]/posts/*')
    expect(table.find('GET', path('/weather'))).toEqual({ value: '/weather', params: {} })
    expect(table.find('GET', path('/users/7'))).toEqual({ value: '/users/[userId]', params: { userId: '7' } })
    expect(table.find('GET', path('/users/7/posts/9'))?.params).toEqual({ userId: '7', var1: '9' })
  })

  it('prefers fixed text to a parameter, and goes back when the fixed way ends', () => {
    const table = tableOf('/a/[id]', '/a/b/c', '/a/b')
    expect(table.find('GET', path('/a/b'))?.value).toBe('/a/b')
    expect(table.find('GET', path('/a/x'))?.value).toBe('/a/[id]')
    expect(tableOf('/a/[id]/d', '/a/b/c').find('GET', path('/a/b/d'))?.params).toEqual({ id: 'b' })
  })

  it('knows no path that is longer, shorter or of another method', () => {
    const table = tableOf('/users/[userId]')
    for (const raw of ['/users', '/users/1/2', '/']) expect(table.find('GET', path(raw))).toBeNull()
    expect(table.find('POST', path('/users/1'))).toBeNull()
    expect(table.methodsOf(path('/users/1'))).toEqual(['GET'])
  })

  it('forgets a removed route and keeps its neighbours', () => {
    const table = tableOf('/a/[id]', '/a/b')
    expect(table.remove('GET', parsePattern('/a/b'))).toBe(true)
    expect(table.remove('GET', parsePattern('/a/b'))).toBe(false)
    expect(table.find('GET', path('/a/b'))?.value).toBe('/a/[id]')
  })

  it('leaves a route that is not the one to be removed', () => {
    const table = tableOf('/a/[id]')
    expect(table.remove('GET', parsePattern('/a/[other]'), (value) => value === '/a/[other]')).toBe(false)
    expect(table.find('GET', path('/a/1'))).toEqual({ value: '/a/[id]', params: { id: '1' } })
    expect(table.remove('GET', parsePattern('/a/[other]'), (value) => value === '/a/[id]')).toBe(true)
    expect(table.find('GET', path('/a/1'))).toBeNull()
  })

  it('treats names like __proto__ as plain text', () => {
    const table = tableOf('/__proto__/constructor', '/[any]')
    expect(table.find('GET', path('/__proto__/constructor'))?.value).toBe('/__proto__/constructor')
    expect(table.find('GET', path('/toString'))?.params).toEqual({ any: 'toString' })
  })
})

describe('what takes everything below', () => {
  it('takes one segment or more, decoded, and not its own path', () => {
    const find = finderIn(tableOf('/api/[...rest]'))
    expect(find('/api')).toBeNull()
    expect(find('/api/a')?.params).toEqual({ rest: 'a' })
    expect(find('/api/a/b%20c/d')?.params).toEqual({ rest: 'a/b c/d' })
  })

  it('yields to fixed text and to parameters', () => {
    const find = finderIn(tableOf('/api/[...rest]', '/api/users/[id]', '/api/users/me', '/api/users/[id]/[...rest]'))
    expect(find('/api/users/me')?.value).toBe('/api/users/me')
    expect(find('/api/users/7')?.value).toBe('/api/users/[id]')
    expect(find('/api/users/7/a/b')).toEqual({ value: '/api/users/[id]/[...rest]', params: { id: '7', rest: 'a/b' } })
    expect(find('/api/other/7')?.value).toBe('/api/[...rest]')
  })
})

describe('another spelling of fixed text', () => {
  it('is not found through a parameter, and is where it was named itself', () => {
    const table = tableOf('/users/[id]', '/users/admin', '/[...rest]')
    const find = finderIn(table)
    expect(find('/users/Admin')).toBeNull()
    expect(find('/users/admin.json')).toBeNull()
    expect(find('/Users/admin')).toBeNull()
    expect(find('/users/7')?.value).toBe('/users/[id]')
    table.set('GET', parsePattern('/users/Admin'), 'capital')
    expect(find('/users/Admin')?.value).toBe('capital')
    expect(find('/users/admin')?.value).toBe('/users/admin')
  })

  it('is found again once the fixed text is gone, and after a change of its value', () => {
    const table = tableOf('/users/[id]', '/users/admin')
    const find = finderIn(table)
    table.set('GET', parsePattern('/users/[id]'), 'changed')
    expect(find('/users/7')?.value).toBe('changed')
    table.remove('GET', parsePattern('/users/admin'))
    expect(find('/users/Admin')?.value).toBe('changed')
  })
})

it.each([
  ['Admin', 'admin'],
  ['admin.', 'admin'],
  ['admin%20', 'admin'],
  ['admin.json', 'admin'],
  ['%EF%BD%81dmin', 'admin'],
  ['gpt-4.5', 'gpt-4.5'],
  ['.env', '.env'],
  ['a%2Ba', 'a%2Ba'],
])('takes %s for %s', (segment, folded) => expect(foldSegment(segment)).toBe(folded))
