import { expect, test } from 'vitest'
import { parseServerEnv } from './env'
import { createRedact, secretsOf } from './logger'

const minimal = { DATABASE_URL: 'postgresql://turnpike@127.0.0.1/turnpike', TURNPIKE_SECRET: 'a'.repeat(32) }
const address = `0x${'1'.repeat(40)}`
const ofSolana = '1'.repeat(32)
const web3signer = { FACILITATOR_KEYS: `web3signer:${address}`, WEB3SIGNER_URL: 'https://signer.example' }
const pem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'

test('reads where a key is kept, beside keys that are here', () => {
  const key = `0x${'2'.repeat(64)}`
  const env = parseServerEnv({
    ...{ ...minimal, ...web3signer },
    FACILITATOR_KEYS: `${web3signer.FACILITATOR_KEYS}, ${key}`,
    RECEIVER_AUTHORIZER_KEYS: `web3signer:${address}`,
  })
  expect(env.facilitatorKeys).toMatchObject({ evm: [{ address }, key] })
  expect(env.receiverAuthorizerKey).toEqual({ address })
  expect(createRedact(secretsOf(env))(`${key} ${address}`)).toBe(`0x[redacted] ${address}`)
})

test('ignores a signer that keeps no key', () => {
  expect(parseServerEnv({ ...minimal, WEB3SIGNER_URL: 'http://signer' }).web3signer).toBeNull()
})

test.each([
  ['no address', { FACILITATOR_KEYS: 'web3signer:gas' }, 'or web3signer:<address>'],
  ['Web3Signer for Solana', { FACILITATOR_KEYS: `web3signer:${ofSolana}` }, 'or web3signer:<address>'],
  ['no signer', { FACILITATOR_KEYS: `web3signer:${address}` }, 'web3signer needs WEB3SIGNER_URL beside it'],
  ['a certificate without its key', { ...web3signer, WEB3SIGNER_CERTIFICATE: pem }, 'and its private key in PEM'],
  [
    'certificates without TLS',
    {
      ...web3signer,
      WEB3SIGNER_URL: 'http://a',
      WEB3SIGNER_CERTIFICATE: `${pem}\n${pem.replaceAll('CERTIFICATE', 'PRIVATE KEY')}`,
    },
    'an https:// URL',
  ],
])('refuses %s', (_what, variables, told) => {
  expect(() => parseServerEnv({ ...minimal, ...variables })).toThrow(told)
})
