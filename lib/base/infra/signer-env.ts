import { z } from 'zod'
import { isAddress } from '@/lib/base/x402/addresses'
import { DomainError } from './domain-error'
import { httpUrl, list, understood } from './variables'

/** A private key, or the address of one that Web3Signer keeps. */
export type Key = string | { address: string }

function readEvmKey(text: string): Key | null {
  if (/^0x[0-9a-fA-F]{64}$/.test(text)) return text
  const address = /^web3signer:(.+)$/.exec(text)?.[1]
  return address !== undefined && isAddress('evm', address) ? { address } : null
}

export const evmKeys = list(
  understood(readEvmKey, 'must be private keys as 0x and 64 hex digits, or web3signer:<address>'),
)

type GasKey = { family: 'evm'; key: Key } | { family: 'svm' | 'avm'; key: string }

const gasKey = understood((text): GasKey | null => {
  if (/^[1-9A-HJ-NP-Za-km-z]{86,88}$/.test(text)) return { family: 'svm', key: text }
  if (/^[A-Za-z0-9+/]{86}==$/.test(text)) return { family: 'avm', key: text }
  const key = readEvmKey(text)
  return key === null ? null : { family: 'evm', key }
}, 'must be private keys: 0x and 64 hex digits, or web3signer:<address> (EVM); 64 bytes in base58 (Solana); 64 bytes in base64 (Algorand)')

/** Keys of gas wallets of all families, which are told apart by their form. */
export const gasKeys = list(gasKey).transform((keys) => ({
  evm: keys.flatMap((each) => (each.family === 'evm' ? [each.key] : [])),
  svm: keys.flatMap((each) => (each.family === 'svm' ? [each.key] : [])),
  avm: keys.flatMap((each) => (each.family === 'avm' ? [each.key] : [])),
}))

const isWholePem = (text: string) =>
  /^-----BEGIN CERTIFICATE-----/m.test(text) && /^-----BEGIN [A-Z ]*PRIVATE KEY-----/m.test(text)

export const signerVariables = {
  WEB3SIGNER_URL: httpUrl.optional(),
  WEB3SIGNER_CERTIFICATE: z.string().refine(isWholePem, 'must be a certificate and its private key in PEM').optional(),
}

/** Null where it keeps none of the keys. Throws ENV_INVALID for what is missing. */
export function web3SignerSettings(
  env: z.infer<z.ZodObject<typeof signerVariables>>,
  keys: readonly (Key | undefined)[],
) {
  if (!keys.some((key) => typeof key === 'object')) return null
  const { WEB3SIGNER_URL: url, WEB3SIGNER_CERTIFICATE: certificate } = env
  if (url === undefined) throw missing('web3signer', 'WEB3SIGNER_URL')
  if (url.startsWith('http:') && certificate !== undefined)
    throw missing('WEB3SIGNER_CERTIFICATE', 'an https:// URL in WEB3SIGNER_URL')
  return { url, certificate }
}

const missing = (what: string, need: string) =>
  new DomainError('ENV_INVALID', `Turnpike cannot start: ${what} needs ${need} beside it.`)
