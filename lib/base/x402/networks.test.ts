import { ALGORAND_TESTNET_CAIP2 } from '@x402/avm'
import {
  SOLANA_DEVNET as SDK_SOLANA_DEVNET,
  SOLANA_MAINNET as SDK_SOLANA_MAINNET,
} from '@x402/extensions/sign-in-with-x'
import { expect, it } from 'vitest'
import * as networks from './networks'

const { familyOf, findNetwork, isTestNetwork, matchesNetworkPattern, networkName } = networks

it('has the identifiers of the SDK', () => {
  expect(networks.SOLANA_MAINNET).toBe(SDK_SOLANA_MAINNET)
  expect(networks.SOLANA_DEVNET).toBe(SDK_SOLANA_DEVNET)
  expect(networks.ALGORAND_TESTNET).toBe(ALGORAND_TESTNET_CAIP2)
})

it('tells the family of well-formed networks that it does not know, and takes them for real money', () => {
  expect(familyOf('eip155:1')).toBe('evm')
  expect(familyOf('solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z')).toBe('svm')
  expect(networkName('eip155:1')).toBe('eip155:1')
  expect(isTestNetwork('eip155:11155111')).toBe(false)
  expect(findNetwork('eip155:1')).toBeNull()
})

it.each(['', 'eip155:', 'eip155:0x1', 'eip155:*', 'EIP155:8453', 'solana:mainnet', 'cosmos:hub-4', '__proto__:1'])(
  'gives no family for %j',
  (network) => expect(familyOf(network)).toBeNull(),
)

it.each([
  ['eip155:8453', 'eip155:*', true],
  ['eip155:8453', 'eip155:8453', true],
  ['eip155:8453', 'eip155:84532', false],
  ['eip155:84532', 'eip155:8453', false],
  ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'eip155:*', false],
  ['eip155:', 'eip155:*', false],
  ['eip1559:1', 'eip155:*', false],
])('%s matches %s: %s', (network, pattern, expected) => {
  expect(matchesNetworkPattern(network, pattern)).toBe(expected)
})
