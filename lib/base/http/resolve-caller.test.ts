import { expect, test } from 'vitest'
import { resolveCaller } from './caller'

const peerAddress = '::ffff:198.51.100.1'
const resolve = (forwardedFor: string | undefined, trustedProxies: number) =>
  resolveCaller({ peerAddress, forwardedFor, trustedProxies })

test('is the peer of the connection, whatever the header says, while no proxy is trusted', () => {
  for (const written of [undefined, '203.0.113.9', '203.0.113.9, 127.0.0.1', 'x'.repeat(6_000)]) {
    expect(resolve(written, 0)).toBe('198.51.100.1')
  }
})

test('is the address that the outermost trusted proxy saw, and never one further left', () => {
  expect(resolve('1.1.1.1, 203.0.113.9', 1)).toBe('203.0.113.9')
  expect(resolve('1.1.1.1, 203.0.113.9, 10.0.0.1', 2)).toBe('203.0.113.9')
  expect(resolve('1.1.1.1,203.0.113.9,10.0.0.2,10.0.0.1', 3)).toBe('203.0.113.9')
})

test('is the peer when fewer proxies were passed than there are, or they wrote no valid address', () => {
  expect(resolve(undefined, 1)).toBe('198.51.100.1')
  expect(resolve('203.0.113.9', 2)).toBe('198.51.100.1')
  expect(resolve('203.0.113.9, unknown', 1)).toBe('198.51.100.1')
  expect(resolve('x'.repeat(6_000), 1)).toBe('198.51.100.1')
})

test('is one caller for all that cannot be told apart', () => {
  expect(resolveCaller({ peerAddress: undefined, forwardedFor: 'x', trustedProxies: 1 })).toBe('unknown')
})
