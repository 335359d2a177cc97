import { z } from 'zod'
import { isAddress } from '@/lib/base/x402/addresses'
import { DomainError } from './domain-error'
import { httpUrl, list, understood } from './variable-shapes'

/** A private key, or the address of one that Web3Signer keeps. */
export type Key = string | { address: string }

const keyOrReference = (form: string) =>
  understood((text): Key | null => {
    if (/^0x[0-9a-fA-F]{64}$/.test(text)) return text
    const address = /^web3signer:(.+)$/.exec(text)?.[1]
    return address !== undefined && isAddress('evm', address) ? { address } : null
  }, `must be ${form}, or web3signer:<address>`)

export const evmKey = keyOrReference('a private key as 0x and 64 hex digits')
export const evmKeys = list(keyOrReference('private keys as 0x and 64 hex digits'))
export const svmKeys = list(z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/, 'must be 64-byte secret keys in base58'))
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
}

type SignerEnv = z.infer<z.ZodObject<typeof signerVariables>>

/** Null where it keeps none of the keys. Throws ENV_INVALID for what is missing. */
export function web3SignerSettings(env: SignerEnv, keys: readonly (Key | undefined)[]) {
  if (!keys.some((key) => typeof key === 'object')) return null
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

const missing = (what: string, need: string) =>
  new DomainError('ENV_INVALID', `Turnpike cannot start: ${what} needs ${need} beside it.`)
