import { z } from 'zod'
import { isAddress } from '@/lib/base/x402/addresses'
import { DomainError } from './domain-error'
import { httpUrl, list, understood } from './variable-shapes'

/** Where a key is kept, in place of the key: its address, and its name there. */
export type KeyReference = { holder: 'web3signer' | 'aws-kms'; address: string; name: string }

/** A private key, or where it is kept. */
export type Key = string | KeyReference

/** Web3Signer has keys of EVM networks only. */
const keyOrReference = (family: 'evm' | 'svm', pattern: RegExp, form: string) => {
  const elsewhere = [...(family === 'evm' ? ['web3signer:<address>'] : []), 'aws-kms:<address>:<key>'].join(' or ')
  return understood((text): Key | null => {
    if (pattern.test(text)) return text
    const [holder, address = '', ...rest] = text.split(':')
    const name = rest.join(':')
    if (!isAddress(family, address)) return null
    if (holder === 'aws-kms' && /^[\w/:+=,.@-]{1,2048}$/.test(name)) return { holder, address, name }
    const isAtSigner = holder === 'web3signer' && family === 'evm' && rest.length === 0
    return isAtSigner ? { holder, address, name: address } : null
  }, `must be ${form}, or ${elsewhere}`)
}

export const evmKey = keyOrReference('evm', /^0x[0-9a-fA-F]{64}$/, 'a private key as 0x and 64 hex digits')
export const evmKeys = list(keyOrReference('evm', /^0x[0-9a-fA-F]{64}$/, 'private keys as 0x and 64 hex digits'))
export const svmKeys = list(keyOrReference('svm', /^[1-9A-HJ-NP-Za-km-z]{86,88}$/, '64-byte secret keys in base58'))
export const avmKeys = list(
  z.string().regex(/^[A-Za-z0-9+/]{86}==$/, 'must be 64-byte keys (seed, then public key) in base64'),
)

const pem = (what: string) => z.string().regex(/^-----BEGIN [A-Z0-9 ]+-----/, `must be ${what} in PEM`)

export const signerVariables = {
  WEB3SIGNER_URL: httpUrl.optional(),
  WEB3SIGNER_TOKEN: z.string().optional(),
  WEB3SIGNER_CA: pem('certificates').optional(),
  WEB3SIGNER_CERTIFICATE: pem('a certificate').optional(),
  WEB3SIGNER_CERTIFICATE_KEY: pem('a private key').optional(),
  AWS_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be a region such as eu-central-1')
    .optional(),
  AWS_ENDPOINT_URL_KMS: httpUrl.optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: z.string().startsWith('/', 'must be a path').optional(),
  AWS_CONTAINER_CREDENTIALS_FULL_URI: httpUrl.optional(),
  AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: z.string().optional(),
}

type SignerEnv = z.infer<z.ZodObject<typeof signerVariables>>

/** Who keeps the keys that are named; null where none is kept there. Throws ENV_INVALID for what is missing. */
export function signerSettings(env: SignerEnv, keys: readonly (Key | undefined)[]) {
  const isUsed = (holder: KeyReference['holder']) =>
    keys.some((key) => typeof key === 'object' && key.holder === holder)
  return {
    web3signer: isUsed('web3signer') ? web3SignerSettings(env) : null,
    awsKms: isUsed('aws-kms') ? awsKmsSettings(env) : null,
  }
}

function web3SignerSettings(env: SignerEnv) {
  const { WEB3SIGNER_URL: url, WEB3SIGNER_TOKEN: token } = env
  const { WEB3SIGNER_CA: ca, WEB3SIGNER_CERTIFICATE: cert, WEB3SIGNER_CERTIFICATE_KEY: key } = env
  if (url === undefined) throw missing('web3signer', 'WEB3SIGNER_URL')
  const isPlain = url.startsWith('http:')
  if (isPlain && [ca, cert, key].some((part) => part !== undefined))
    throw missing('WEB3SIGNER_CA or WEB3SIGNER_CERTIFICATE', 'an https:// URL in WEB3SIGNER_URL')
  if ((cert === undefined) !== (key === undefined))
    throw missing('a client certificate', 'both WEB3SIGNER_CERTIFICATE and WEB3SIGNER_CERTIFICATE_KEY')
  return { url, token, tls: { ca, cert, key } }
}

function awsKmsSettings(env: SignerEnv) {
  const { AWS_REGION: region } = env
  if (region === undefined) throw missing('aws-kms', 'AWS_REGION')
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
  return {
    region,
    endpoint: env.AWS_ENDPOINT_URL_KMS ?? `https://kms.${region}.${domain}`,
    credentials: awsCredentials(env),
  }
}

/** Where a container of ECS asks for its task's credentials. */
const ECS_ORIGIN = 'http://169.254.170.2'

function awsCredentials(env: SignerEnv) {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env
  const { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: path, AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: tokenPath } = env
  if (accessKeyId !== undefined && secretAccessKey !== undefined)
    return { accessKeyId, secretAccessKey, sessionToken: env.AWS_SESSION_TOKEN }
  const url = env.AWS_CONTAINER_CREDENTIALS_FULL_URI ?? (path && `${ECS_ORIGIN}${path}`)
  if (url) return { url, tokenPath }
  throw missing('aws-kms', 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a role of an ECS task or an EKS pod')
}

const missing = (what: string, need: string) =>
  new DomainError('ENV_INVALID', `Turnpike cannot start: ${what} needs ${need} beside it.`)
