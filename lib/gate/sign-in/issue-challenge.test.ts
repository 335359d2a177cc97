import { expect, it } from 'vitest'
import { signInChains } from '@/lib/base/x402/sign-in'
import { issueChallenge } from './issue-challenge'
import { createNonceKey } from './sign-in-nonce'

const nonceKey = createNonceKey('a secret of at least thirty-two characters')
const now = new Date('2026-01-01T12:00:00.000Z')
const terms = {
  domain: 'shop.example',
  uri: 'https://shop.example/weather',
  statement: 'Sign in to read',
  version: '1',
  supportedChains: signInChains(['eip155:84532', 'eip155:8453', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1']),
  expirationSeconds: 600,
}

it('says what the route declares, with times of its own', () => {
  const { info, supportedChains } = issueChallenge({ nonceKey }, { terms, now })
  expect(info).toMatchObject({
    domain: 'shop.example',
    uri: 'https://shop.example/weather',
    statement: 'Sign in to read',
    version: '1',
    issuedAt: '2026-01-01T12:00:00.000Z',
    expirationTime: '2026-01-01T12:10:00.000Z',
  })
  expect(info.nonce).toMatch(/^[A-Za-z0-9]{32,}$/)
  expect(supportedChains.map(({ type }) => type)).toEqual(['eip191', 'eip191', 'ed25519'])
})

it('ends after five minutes when the route says nothing', () => {
  const { info } = issueChallenge({ nonceKey }, { terms: { ...terms, expirationSeconds: null }, now })
  expect(info.expirationTime).toBe('2026-01-01T12:05:00.000Z')
})

it('leaves a missing statement out', () => {
  const { statement: _none, ...silent } = terms
  expect(issueChallenge({ nonceKey }, { terms: silent, now }).info).not.toHaveProperty('statement')
})
