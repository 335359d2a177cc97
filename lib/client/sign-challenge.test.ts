import { parseSIWxHeader, verifySIWxSignature } from '@x402/extensions/sign-in-with-x'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, expect, it, vi } from 'vitest'
import { createEvmWallet } from './evm-wallet'
import { signChallenge } from './sign-challenge'

const sign = (uri: string, at = uri) => {
  const challenge = {
    info: {
      ...{ domain: new URL(uri).host, uri, version: '1', nonce: 'abcdefgh12345678', statement: 'Sign in' },
      issuedAt: '2026-11-28T12:00:00Z',
      expirationTime: '2026-11-28T12:05:00.000Z',
    },
    supportedChains: [{ chainId: 'eip155:84532', type: 'eip191' }],
  }
  const wallet = createEvmWallet({ account: privateKeyToAccount(generatePrivateKey()) })
  return signChallenge(challenge, { wallets: [wallet], network: null, url: at })
}

afterEach(() => vi.unstubAllGlobals())

it.each([
  'http://localhost:4021/api/session',
  // Of one label, as within a company or between containers.
  'http://turnpike:3000/api/session',
  'http://[::1]:3000/api/session',
])('signs what the stock server takes at %s, also where there is no Buffer, as in browsers', async (url) => {
  vi.stubGlobal('Buffer', undefined)
  const signed = await sign(url)
  vi.unstubAllGlobals()
  if (signed.status !== 'signed') throw new Error('Expected a signature.')
  const proof = parseSIWxHeader(signed.header)
  expect(proof).toMatchObject({ issuedAt: '2026-11-28T12:00:00Z', address: signed.address })
  expect(await verifySIWxSignature(proof)).toMatchObject({ isValid: true })
})

it.each(['http://localhost:4022/api/session', 'https://elsewhere.example/'])(
  'does not sign a challenge of another origin than %s',
  async (at) => {
    await expect(sign('http://localhost:4021/api/session', at)).rejects.toThrow('Expected a sign-in challenge of')
  },
)
