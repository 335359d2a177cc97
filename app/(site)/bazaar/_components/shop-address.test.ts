import { expect, test } from 'vitest'
import { hostAddress, parseHost, parsePayee, payeeAddress } from './shop-address'

const wallet = '0x26e6aDDCB3F827e2e5B2923C875b9FCC4672c828'

test('a wallet and a host are found again by their addresses', () => {
  expect(payeeAddress('eip155:8453', wallet)).toBe(`/bazaar/payee/eip155%3A8453/${wallet}`)
  expect(parsePayee({ network: 'eip155%3A8453', address: wallet })).toEqual({ network: 'eip155:8453', payTo: wallet })
  expect(hostAddress('api.example.org')).toBe('/bazaar/host/api.example.org')
  expect(parseHost('API.example.org')).toBe('api.example.org')
})

test.each([
  ['eip155%3A8453', 'nobody'],
  ['base', wallet],
  ['eip155%3A8453', '%E0%A4%A'],
  ['solana%3A5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', wallet],
])('there is no wallet at %s/%s', (network, address) => {
  expect(parsePayee({ network, address })).toBeNull()
})

test.each(['', '..', 'a b', '%00', '%E0%A4%A', '<b>', `${'a'.repeat(254)}`])('no host is called %j', (segment) => {
  expect(parseHost(segment)).toBeNull()
})

test('no wallet has no page', () => {
  expect(payeeAddress('eip155:8453', '')).toBeNull()
})
