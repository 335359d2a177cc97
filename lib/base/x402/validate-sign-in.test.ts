import { expect, it } from 'vitest'
import { BASE, BASE_SEPOLIA, SOLANA_DEVNET } from './networks'
import { type SignInProof, signInChains } from './sign-in'
import { type SignInTerms, validateSignInMessage } from './sign-in-challenge'

const uri = 'https://shop.example/weather'
const at = (time: string) => new Date(`2026-11-21T${time}Z`)

const terms: SignInTerms = {
  domain: 'shop.example',
  uri,
  statement: 'Sign in.',
  version: '1',
  supportedChains: signInChains([BASE_SEPOLIA, SOLANA_DEVNET]),
  expirationSeconds: 300,
}

const proof: SignInProof = {
  domain: 'shop.example',
  uri,
  statement: 'Sign in.',
  version: '1',
  nonce: 'Aa1'.repeat(12),
  issuedAt: '2026-11-21T02:00:00.000Z',
  expirationTime: '2026-11-21T02:05:00.000Z',
  chainId: BASE_SEPOLIA,
  type: 'eip191',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  signature: `0x${'1b'.repeat(65)}`,
}

const solana: Partial<SignInProof> = {
  chainId: SOLANA_DEVNET,
  type: 'ed25519',
  address: 'CKPKJWNdJEqa81x7CkZ14BVPiY6y16Sxs7owznqtWYp5',
  signature: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9dJfHGnBzxsrYd6BEtRxwTpvMEdSUqRJ2ZDrVaFZQbPQY9',
}

const faultOf = (change: Partial<SignInProof>, now = at('02:01:00.000'), maxAgeSeconds?: number) =>
  validateSignInMessage({ ...proof, ...change }, terms, { now, maxAgeSeconds }).error

it('accepts an honest proof of either family', () => {
  expect(validateSignInMessage(proof, terms, { now: at('02:01:00.000') })).toEqual({ valid: true })
  expect(faultOf({ signatureScheme: 'eip191' })).toBeUndefined()
  expect(faultOf({ signatureScheme: 'eip1271', signature: `0x${'ab'.repeat(200)}` })).toBeUndefined()
  expect(faultOf({ signatureScheme: 'eip6492', signature: `0x${'ab'.repeat(900)}` })).toBeUndefined()
  expect(faultOf({ signature: `0x${'ab'.repeat(200)}` })).toBeUndefined()
  expect(faultOf({ ...solana, signatureScheme: 'siws' })).toBeUndefined()
})

it('accepts a challenge without optional fields', () => {
  const { statement: _none, ...silent } = terms
  const bare = { ...proof, statement: undefined, expirationTime: undefined }
  expect(validateSignInMessage(bare, silent, { now: at('02:01:00.000') }).error).toBeUndefined()
})

it.each<[string, Partial<SignInProof>, string]>([
  ['another version', { version: '2' }, 'version_mismatch'],
  ['another domain', { domain: 'evil.example' }, 'domain_mismatch'],
  ['the domain in capitals', { domain: 'SHOP.example' }, 'domain_mismatch'],
  ['another resource of the same origin', { uri: 'https://shop.example/expensive' }, 'uri_mismatch'],
  ['a trailing slash', { uri: `${uri}/` }, 'uri_mismatch'],
  ['http instead of https', { uri: 'http://shop.example/weather' }, 'uri_mismatch'],
  ['a chain that was not offered', { chainId: BASE }, 'chain_not_offered'],
  ['a chain with a leading zero', { chainId: 'eip155:084532' }, 'chain_not_offered'],
  ['the type of another family', { type: 'ed25519' }, 'type_mismatch'],
  ['Solana by an EVM type', { ...solana, type: 'eip191' }, 'type_mismatch'],
  ['the scheme of another family', { signatureScheme: 'siws' }, 'signature_scheme_mismatch'],
  ['Solana by an EVM scheme', { ...solana, signatureScheme: 'eip1271' }, 'signature_scheme_mismatch'],
  ['another statement', { statement: 'Send all my money.' }, 'statement_changed'],
  ['no statement', { statement: undefined }, 'statement_changed'],
  ['a list of resources', { resources: [uri] }, 'resources_changed'],
  ['an empty list of resources', { resources: [] }, 'resources_changed'],
  ['a request id', { requestId: '1' }, 'request_id_unexpected'],
  ['a short nonce', { nonce: 'a'.repeat(31) }, 'nonce_malformed'],
  ['a nonce with a line feed', { nonce: `${'a'.repeat(32)}\n` }, 'nonce_malformed'],
  ['an endless nonce', { nonce: 'a'.repeat(513) }, 'nonce_malformed'],
  ['no time', { issuedAt: 'yesterday' }, 'issued_at_malformed'],
  ['a time of another zone', { issuedAt: '2026-11-21T03:00:00.000+01:00' }, 'issued_at_malformed'],
  ['a time without milliseconds', { issuedAt: '2026-11-21T02:00:00Z' }, 'issued_at_malformed'],
  ['an hour that does not exist', { issuedAt: '2026-11-21T25:00:00.000Z' }, 'issued_at_malformed'],
  ['an expiration that is no time', { expirationTime: 'never' }, 'expiration_time_malformed'],
  ['an empty expiration', { expirationTime: '' }, 'expiration_time_malformed'],
  ['a notBefore that is no time', { notBefore: 'soon' }, 'not_before_malformed'],
  ['a short address', { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb9226' }, 'address_malformed'],
  ['a Solana address on EVM', { address: 'CKPKJWNdJEqa81x7CkZ14BVPiY6y16Sxs7owznqtWYp5' }, 'address_malformed'],
  ['an EVM address on Solana', { ...solana, address: proof.address }, 'address_malformed'],
  ['a Solana address of 31 bytes', { ...solana, address: '2'.repeat(43) }, 'address_malformed'],
  ['a signature that is no hexadecimal', { signature: 'signed' }, 'signature_malformed'],
  ['an empty signature', { signature: '0x' }, 'signature_malformed'],
  [
    'an EOA signature of 64 bytes',
    { signatureScheme: 'eip191', signature: `0x${'1b'.repeat(64)}` },
    'signature_malformed',
  ],
  ['a short Solana signature', { ...solana, signature: solana.signature?.slice(0, 80) }, 'signature_malformed'],
  ['a Solana signature in hexadecimal', { ...solana, signature: `0x${'1b'.repeat(64)}` }, 'signature_malformed'],
])('refuses %s', (_name, change, error) => {
  expect(faultOf(change)).toBe(error)
})

it.each([
  ['02:05:00.000', {}, 'expired'],
  ['02:04:59.999', {}, undefined],
  ['02:05:00.000', { expirationTime: undefined }, undefined],
  ['02:05:00.001', { expirationTime: undefined }, 'too_old'],
  ['01:59:30.000', {}, undefined],
  ['01:59:29.999', {}, 'issued_in_future'],
  ['02:01:30.000', { notBefore: '2026-11-21T02:02:00.000Z' }, undefined],
  ['02:01:29.999', { notBefore: '2026-11-21T02:02:00.000Z' }, 'not_yet_valid'],
])('validateSignInMessage at %s with %j says %s', (now, change, error) => {
  expect(faultOf(change, at(now))).toBe(error)
})

it('takes another maximum age, and the earlier of it and the expiration wins', () => {
  expect(faultOf({}, at('02:01:00.000'), 59)).toBe('too_old')
  expect(faultOf({}, at('02:01:00.000'), 60)).toBeUndefined()
  expect(faultOf({}, at('02:05:00.000'), 3600)).toBe('expired')
})
