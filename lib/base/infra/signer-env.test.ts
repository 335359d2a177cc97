import { expect, test } from 'vitest'
import { parseServerEnv } from './env'
import { createRedact, secretsOf } from './log-redaction'

const minimal = { DATABASE_URL: 'postgresql://turnpike@127.0.0.1/turnpike', TURNPIKE_SECRET: 'a'.repeat(32) }
const address = `0x${'1'.repeat(40)}`
const ofSolana = '1'.repeat(32)
const web3signer = { FACILITATOR_EVM_KEYS: `web3signer:${address}`, WEB3SIGNER_URL: 'https://signer.example' }
const pem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'

test('reads where a key is kept, beside keys that are here', () => {
  const key = `0x${'2'.repeat(64)}`
  const env = parseServerEnv({
    ...{ ...minimal, ...web3signer },
    FACILITATOR_EVM_KEYS: `${web3signer.FACILITATOR_EVM_KEYS}, ${key}`,
    RECEIVER_AUTHORIZER_KEY: `web3signer:${address}`,
    WEB3SIGNER_TOKEN: 'the token of a proxy',
  })
  expect(env.facilitatorKeys).toMatchObject({ evm: [{ address }, key] })
  expect(env.receiverAuthorizerKey).toEqual({ address })
  const text = `${key} the token of a proxy ${address}`
  expect(createRedact(secretsOf(env))(text)).toBe(`0x[redacted] [redacted] ${address}`)
})

test('ignores a signer that keeps no key', () => {
  expect(parseServerEnv({ ...minimal, WEB3SIGNER_URL: 'http://signer' }).web3signer).toBeNull()
})

test.each([
  ['no address', { FACILITATOR_EVM_KEYS: 'web3signer:gas' }, 'or web3signer:<address>'],
  ['Web3Signer for Solana', { FACILITATOR_SVM_KEYS: `web3signer:${ofSolana}` }, '64-byte secret keys in base58'],
  ['no signer', { FACILITATOR_EVM_KEYS: `web3signer:${address}` }, 'web3signer needs WEB3SIGNER_URL beside it'],
  ['a certificate without its key', { ...web3signer, WEB3SIGNER_CERTIFICATE: pem }, 'WEB3SIGNER_CERTIFICATE_KEY'],
  ['certificates without TLS', { ...web3signer, WEB3SIGNER_URL: 'http://a', WEB3SIGNER_CA: pem }, 'an https:// URL'],
  ['a certificate that is none', { ...web3signer, WEB3SIGNER_CA: 'a path' }, 'must be certificates in PEM'],
])('refuses %s', (_what, variables, told) => {
  expect(() => parseServerEnv({ ...minimal, ...variables })).toThrow(told)
})
