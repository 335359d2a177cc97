import { expect, test } from 'vitest'
import { findRequestFault } from './find-request-fault'

test.each(['/', '/a?b=c', '/caf%C3%A9?q=%F0%9F%92%A1', '/a%20b', '/a?q=100%25&n=%2500', `/${'a'.repeat(8_191)}`])(
  'lets %j pass',
  (address) => {
    expect(findRequestFault('GET', address, [])).toBeNull()
  },
)

test.each([
  ['/a?tags=%00', 'address_unreadable'],
  ['/a%00b', 'address_unreadable'],
  ['*', 'address_unreadable'],
  ['a', 'address_unreadable'],
  ['/a?q=%', 'address_unreadable'],
  ['/a?q=%zz', 'address_unreadable'],
  ['/%ff', 'address_unreadable'],
  ['/a?q=%C3', 'address_unreadable'],
  ['/a?q=%ED%A0%80', 'address_unreadable'],
  ['/a?q=%C0%80', 'address_unreadable'],
  [`/${'a'.repeat(8_192)}`, 'address_too_long'],
])('finds the fault of %j', (address, fault) => {
  expect(findRequestFault('GET', address, [])).toBe(fault)
})

test('bounds each header but those that have a limit of their own', () => {
  expect(findRequestFault('GET', '/', ['X-Forwarded-For', 'x'.repeat(8_192)])).toBeNull()
  expect(findRequestFault('GET', '/', ['Accept', '*/*', 'User-Agent', 'x'.repeat(8_193)])).toBe('header_too_long')
  expect(findRequestFault('GET', '/', ['Payment-Signature', 'x'.repeat(12_000)])).toBeNull()
})

test.each(['TRACE', 'PROPFIND', 'get', ''])('knows no method %j', (method) => {
  expect(findRequestFault(method, '/', [])).toBe('method_unknown')
})
