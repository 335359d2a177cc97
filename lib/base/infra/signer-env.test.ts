import { expect, test } from 'vitest'
import { parseServerEnv } from './env'
import { createRedact, secretsOf } from './log-redaction'

const minimal = { DATABASE_URL: 'postgresql://turnpike@127.0.0.1/turnpike', TURNPIKE_SECRET: 'a'.repeat(32) }
const address = `0x${'1'.repeat(40)}`
const ofSolana = '1'.repeat(32)
const web3signer = { FACILITATOR_EVM_KEYS: `web3signer:${address}`, WEB3SIGNER_URL: 'https://signer.example' }
const kms = { RECEIVER_AUTHORIZER_KEY: `aws-kms:${address}:alias/authorizer`, AWS_REGION: 'eu-central-1' }
const ofAws = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'the secret of an access key' }
const pem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'

test('reads where a key is kept, beside keys that are here', () => {
  const key = `0x${'2'.repeat(64)}`
  const arn = 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab'
  const env = parseServerEnv({
    ...{ ...minimal, ...web3signer, ...kms, ...ofAws },
    FACILITATOR_EVM_KEYS: `${web3signer.FACILITATOR_EVM_KEYS}, ${key}`,
    FACILITATOR_SVM_KEYS: `aws-kms:${ofSolana}:${arn}`,
    WEB3SIGNER_TOKEN: 'the token of a proxy',
  })
  expect(env.facilitatorKeys).toMatchObject({
    evm: [{ holder: 'web3signer', address, name: address }, key],
    svm: [{ holder: 'aws-kms', address: ofSolana, name: arn }],
  })
  expect(env.receiverAuthorizerKey).toMatchObject({ holder: 'aws-kms', name: 'alias/authorizer' })
  expect(env.signers.awsKms?.endpoint).toBe('https://kms.eu-central-1.amazonaws.com')
  const text = `${key} ${ofAws.AWS_SECRET_ACCESS_KEY} the token of a proxy ${address}`
  expect(createRedact(secretsOf(env))(text)).toBe(`0x[redacted] [redacted] [redacted] ${address}`)
})

test.each([
  ['the role of an ECS task', { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: '/v2/own' }, 'http://169.254.170.2/v2/own'],
  ['an EKS pod', { AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://169.254.170.23/own' }, 'http://169.254.170.23/own'],
])('takes credentials of %s', (_whose, variables, url) => {
  expect(parseServerEnv({ ...minimal, ...kms, ...variables }).signers.awsKms?.credentials).toMatchObject({ url })
})

test('ignores a signer that keeps no key', () => {
  expect(parseServerEnv({ ...minimal, ...ofAws, WEB3SIGNER_URL: 'http://signer' }).signers).toEqual({
    ...{ web3signer: null, awsKms: null },
  })
})

test.each([
  ['no address', { FACILITATOR_EVM_KEYS: 'web3signer:gas' }, 'web3signer:<address> or aws-kms:<address>:<key>'],
  [
    'an address of another family',
    { FACILITATOR_SVM_KEYS: `aws-kms:${address}:alias/a` },
    'or aws-kms:<address>:<key>',
  ],
  ['Web3Signer for Solana', { FACILITATOR_SVM_KEYS: `web3signer:${ofSolana}` }, '64-byte secret keys in base58'],
  ['no name at KMS', { FACILITATOR_EVM_KEYS: `aws-kms:${address}` }, 'FACILITATOR_EVM_KEYS must be'],
  ['no signer', { FACILITATOR_EVM_KEYS: `web3signer:${address}` }, 'web3signer needs WEB3SIGNER_URL beside it'],
  ['no region', { ...kms, ...ofAws, AWS_REGION: '' }, 'aws-kms needs AWS_REGION beside it'],
  ['no credentials', kms, 'aws-kms needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
  ['a certificate without its key', { ...web3signer, WEB3SIGNER_CERTIFICATE: pem }, 'WEB3SIGNER_CERTIFICATE_KEY'],
  ['certificates without TLS', { ...web3signer, WEB3SIGNER_URL: 'http://a', WEB3SIGNER_CA: pem }, 'an https:// URL'],
  ['a certificate that is none', { ...web3signer, WEB3SIGNER_CA: 'a path' }, 'must be certificates in PEM'],
])('refuses %s', (_what, variables, told) => {
  expect(() => parseServerEnv({ ...minimal, ...variables })).toThrow(told)
})
