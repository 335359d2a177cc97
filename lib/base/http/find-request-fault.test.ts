import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state'
import { expect, test } from 'vitest'
import { findRequestFault } from './find-request-fault'

function faultOf(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const request = new IncomingMessage(new Socket())
  const rawHeaders = Object.entries(headers).flat()
  return findRequestFault(Object.assign(request, { method, url, headers, rawHeaders }))
}

test.each(['/', '/a?b=c', '/caf%C3%A9?q=%F0%9F%92%A1', '/a%20b', '/a?q=100%25&n=%2500', `/${'a'.repeat(8_191)}`])(
  'lets %j pass',
  (address) => {
    expect(faultOf(address)).toBeNull()
  },
)

test.each([
  ['/a?tags=%00', 'address_unreadable'],
  ['/a%00b', 'address_unreadable'],
  ['*', 'address_unreadable'],
  ['a', 'address_unreadable'],
  ['/a?q=%', 'address_unreadable'],
  ['/%ff', 'address_unreadable'],
  ['/a?q=%ED%A0%80', 'address_unreadable'],
  [`/${'a'.repeat(8_192)}`, 'address_too_long'],
])('finds the fault of %j', (address, fault) => {
  expect(faultOf(address)).toBe(fault)
})

test('bounds each header but those that have a limit of their own', () => {
  expect(faultOf('/', { 'X-Forwarded-For': 'x'.repeat(8_192) })).toBeNull()
  for (const payment of ['PAYMENT-SIGNATURE', 'X-PAYMENT'])
    expect(faultOf('/', { [payment]: 'x'.repeat(12_000) })).toBeNull()
  expect(faultOf('/', { Accept: '*/*', 'User-Agent': 'x'.repeat(8_193) })).toBe('header_too_long')
  expect(faultOf('/', { 'Payment-Signature': 'x'.repeat(12_000) })).toBeNull()
})

test.each(['TRACE', 'PROPFIND', 'get', ''])('knows no method %j', (method) => {
  expect(faultOf('/', {}, method)).toBe('method_unknown')
})

function isReadByNext(state: string): boolean {
  try {
    return parseAndValidateFlightRouterState(state) !== undefined
  } catch {
    return false
  }
}

test.each([
  encodeURIComponent('["",{"children":["articles",{"children":["__PAGE__",{}]}]},null,"refetch"]'),
  ...['..', '%', '[]', '{}', '["",null]', '["",[]]', '["",{"children":1}]', '[1,{}]', '["",{},null,"elsewhere"]'],
  ...['["",{},["a"]]', '["",{},1]', '["",{},null,null,"1"]', '["",{},null,null,null,1]', '["",{},null,null,1,"a",1]'],
  ...['[["a","b"],{}]', '[["a","b","x",null],{}]', '[["a",1,"d",null],{}]', '[["a","b","d",[1]],{}]', '["",{}]'],
  ...[
    '[["a","b","ci(..)(..)",["x"]],{"b":["",{}]}]',
    '["",{},["a","b"],"metadata-only",3,"k"]',
    '["",{},null,["refetch"]]',
  ],
])('reads %j as a place of a page where Next.js does', (state) => {
  const fault = isReadByNext(state) ? null : 'header_unreadable'
  expect(faultOf('/', { 'next-router-state-tree': state })).toBe(fault)
})

test.each(['NaN', 'null', 'https://other.example', 'data:,', 'http://shop.example:81'])(
  'knows an action from %j as foreign',
  (origin) => {
    const headers = { host: 'shop.example', origin }
    expect(faultOf('/', { ...headers, 'next-action': 'x' })).toBe('form_foreign')
    expect(faultOf('/', headers)).toBeNull()
  },
)

test('lets actions of our own pages pass, behind a proxy too', () => {
  const action = { 'next-action': 'x', origin: 'https://shop.example' }
  expect(faultOf('/', { ...action, host: 'shop.example' })).toBeNull()
  expect(faultOf('/', { ...action, host: '10.0.0.2:4021', 'x-forwarded-host': 'shop.example, inner' })).toBeNull()
  expect(faultOf('/', { 'next-action': 'x', host: 'shop.example' })).toBeNull()
})
