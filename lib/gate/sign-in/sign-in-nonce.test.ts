import { expect, it } from 'vitest'
import { signInChains } from '@/lib/base/x402/sign-in'
import { createNonce, createNonceKey, isOwnNonce, issueChallenge } from './sign-in-nonce'

const key = createNonceKey('a secret of at least thirty-two characters')
const terms = {
  domain: 'shop.example',
  uri: 'https://shop.example/weather',
  version: '1',
  statement: 'Sign in to read',
  supportedChains: signInChains(['eip155:84532', 'eip155:8453']),
  expirationSeconds: 300,
}
const times = { issuedAt: '2026-01-01T00:00:00.000Z', expirationTime: '2026-01-01T00:05:00.000Z' }
const issued = () => ({ ...times, nonce: createNonce(key, terms, times) })

it('nonces are alphanumeric, longer than 32 characters and never the same', () => {
  const nonces = Array.from({ length: 2000 }, () => createNonce(key, terms, times))
  expect(nonces.every((nonce) => /^[A-Za-z0-9]{32,}$/.test(nonce))).toBe(true)
  expect(new Set(nonces.map((nonce) => nonce.slice(0, 24))).size).toBe(2000)
})

it('nonces are known again by every instance that shares the secret', () => {
  const other = createNonceKey('a secret of at least thirty-two characters')
  expect(isOwnNonce(other, { ...terms }, issued())).toBe(true)
})

it('nonces are strange to another secret', () => {
  const other = createNonceKey('another secret of thirty-two characters')
  expect(isOwnNonce(other, terms, issued())).toBe(false)
})

it.each([
  ['domain', { domain: 'shop.example:8080' }],
  ['uri', { uri: 'https://shop.example/weather2' }],
  ['version', { version: '2' }],
  ['statement', { statement: 'Sign in to write' }],
  ['missing statement', { statement: undefined }],
  ['issuedAt', { issuedAt: '2026-01-01T00:00:00.001Z' }],
  ['expirationTime', { expirationTime: '2027-01-01T00:05:00.000Z' }],
  ['missing expirationTime', { expirationTime: undefined }],
  ['notBefore', { notBefore: '2026-01-01T00:00:00.000Z' }],
  ['resources', { resources: ['https://shop.example/other'] }],
  ['offered chains', { supportedChains: signInChains(['eip155:84532']) }],
  ['order of chains', { supportedChains: signInChains(['eip155:8453', 'eip155:84532']) }],
  ['a text moved between fields', { domain: 'shop.examplehttps://shop.example', uri: '/weather' }],
])('nonces do not fit a challenge with another %s', (_name, change: object) => {
  expect(isOwnNonce(key, { ...terms, ...change }, { ...issued(), ...change })).toBe(false)
})

it('nonces fit in one spelling only', () => {
  const { nonce } = issued()
  for (const other of [nonce.toUpperCase(), `${nonce}00`, nonce.slice(0, -1), `0${nonce.slice(1)}x`, '']) {
    expect(isOwnNonce(key, terms, { ...times, nonce: other })).toBe(false)
  }
})

it('a challenge ends when the route says, or after five minutes', () => {
  const timesOf = (expirationSeconds: number | null) =>
    issueChallenge({ nonceKey: key }, { terms: { ...terms, expirationSeconds }, now: new Date(times.issuedAt) }).info
  expect(timesOf(600)).toMatchObject({ ...times, expirationTime: '2026-01-01T00:10:00.000Z' })
  expect(timesOf(null)).toMatchObject(times)
})

it('a challenge leaves a missing statement out', () => {
  const { statement: _none, ...silent } = terms
  const { info } = issueChallenge({ nonceKey: key }, { terms: silent, now: new Date() })
  expect(info).not.toHaveProperty('statement')
})
