import { describe, expect, it } from 'vitest'
import { canonicalPath } from '@/lib/x402/canonical-path'
import { parsePattern } from '@/lib/x402/route-pattern'
import { foldSegment } from './fold-segment'
import { createRouteTable } from './route-table'

const path = (raw: string) => {
  const canonical = canonicalPath(raw)
  if (canonical === null) throw new Error(`${raw} is no path`)
  return canonical
}

function tableOf(...sources: string[]) {
  const table = createRouteTable<string>()
  for (const source of sources) table.set('GET', parsePattern(source), source)
  return { find: (raw: string) => table.find('GET', path(raw)), table }
}

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

describe('what takes everything below', () => {
  it('takes one segment or more, decoded, and not its own path', () => {
    const { find } = tableOf('/api/[...rest]')
    expect(find('/api')).toBeNull()
    expect(find('/api/a')?.params).toEqual({ rest: 'a' })
    expect(find('/api/a/b%20c/d')?.params).toEqual({ rest: 'a/b c/d' })
  })

  it('yields to fixed text and to parameters', () => {
    const { find } = tableOf('/api/[...rest]', '/api/users/[id]', '/api/users/me', '/api/users/[id]/[...rest]')
    expect(find('/api/users/me')?.value).toBe('/api/users/me')
    expect(find('/api/users/7')?.value).toBe('/api/users/[id]')
    expect(find('/api/users/7/a/b')).toEqual({ value: '/api/users/[id]/[...rest]', params: { id: '7', rest: 'a/b' } })
    expect(find('/api/other/7')?.value).toBe('/api/[...rest]')
  })
})

describe('another spelling of fixed text', () => {
  it('is not found through a parameter, and is where it was named itself', () => {
    const { find, table } = tableOf('/users/[id]', '/users/admin', '/[...rest]')
    expect(find('/users/Admin')).toBeNull()
    expect(find('/users/admin.json')).toBeNull()
    expect(find('/Users/admin')).toBeNull()
    expect(find('/users/7')?.value).toBe('/users/[id]')
    table.set('GET', parsePattern('/users/Admin'), 'capital')
    expect(find('/users/Admin')?.value).toBe('capital')
    expect(find('/users/admin')?.value).toBe('/users/admin')
  })

  it('is found again once the fixed text is gone, and after a change of its value', () => {
    const { find, table } = tableOf('/users/[id]', '/users/admin')
    table.set('GET', parsePattern('/users/[id]'), 'changed')
    expect(find('/users/7')?.value).toBe('changed')
    table.remove('GET', parsePattern('/users/admin'))
    expect(find('/users/Admin')?.value).toBe('changed')
  })
})
