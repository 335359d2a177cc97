import { describe, expect, it } from 'vitest'
import { canonicalPath } from '@/lib/x402/canonical-path'
import { parsePattern } from '@/lib/x402/route-pattern'
import { createRouteTable } from './route-table'

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

  it('treats names like __proto__ as plain text', () => {
    const table = tableOf('/__proto__/constructor', '/[any]')
    expect(table.find('GET', path('/__proto__/constructor'))?.value).toBe('/__proto__/constructor')
    expect(table.find('GET', path('/toString'))?.params).toEqual({ any: 'toString' })
  })
})
