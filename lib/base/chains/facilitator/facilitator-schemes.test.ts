import { generateKeyPairSync } from 'node:crypto'
import { generatePrivateKey } from 'viem/accounts'
import { expect, it } from 'vitest'
import { createChains } from '../chains'
import { createFacilitatorSchemes } from './facilitator-schemes'
import { openGasWallets } from './gas-wallets'

const silent = { rpcUrls: ['http://127.0.0.1:9'], confirmations: 1, rpcTimeoutMs: 200 }
const ed25519Key = () => {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')])
}
const wallets = openGasWallets({
  evm: [generatePrivateKey(), generatePrivateKey()],
  avm: [ed25519Key().toString('base64')],
})
const schemes = createFacilitatorSchemes(
  createChains({
    networks: {
      'eip155:84532': silent,
      'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': silent,
      'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe': silent,
    },
  }),
  wallets,
)

it('lists what has both a network and a wallet, and always names the first wallet', () => {
  expect(schemes.kinds).toEqual([
    { x402Version: 2, scheme: 'exact', network: 'eip155:84532', extra: { name: 'USDC', version: '2', decimals: 6 } },
    { x402Version: 2, scheme: 'upto', network: 'eip155:84532', extra: { facilitatorAddress: wallets.evm[0]?.address } },
    {
      x402Version: 2,
      scheme: 'exact',
      network: 'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe',
      extra: { feePayer: wallets.avm[0]?.address },
    },
  ])
})

it('refuses malformed keys without repeating them', () => {
  for (const keys of [{ evm: ['0xsecret'] }, { svm: ['secret'] }, { avm: ['secret'] }]) {
    expect(() => openGasWallets(keys)).toThrow(/^Expected (?!.*secret)/)
  }
})
