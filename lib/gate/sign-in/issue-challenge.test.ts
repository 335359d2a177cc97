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

it('ends when the route says, or after five minutes', () => {
  const timesOf = (expirationSeconds: number | null) =>
    issueChallenge({ nonceKey }, { terms: { ...terms, expirationSeconds }, now }).info
  const issuedAt = '2026-01-01T12:00:00.000Z'
  expect(timesOf(600)).toMatchObject({ issuedAt, expirationTime: '2026-01-01T12:10:00.000Z' })
  expect(timesOf(null)).toMatchObject({ issuedAt, expirationTime: '2026-01-01T12:05:00.000Z' })
})

it('leaves a missing statement out', () => {
  const { statement: _none, ...silent } = terms
  expect(issueChallenge({ nonceKey }, { terms: silent, now }).info).not.toHaveProperty('statement')
})
