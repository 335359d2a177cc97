import { z } from 'zod'
import { isAddress } from '@/lib/base/x402/addresses'
import { familyOf } from '@/lib/base/x402/networks'
import { envInvalid, httpUrl, list, understood } from './variables'

/** `cdp`: a key of Coinbase's platform, which signs a token for each request. */
export type FacilitatorCredential =
  | { kind: 'bearer'; token: string }
  | { kind: 'cdp'; keyId: string; keySecret: string }

type FacilitatorPlace = { place: string; credential: FacilitatorCredential | null }

/** `place`: the address of a facilitator of others, or `own`. */
export const facilitatorPlace = understood((item): FacilitatorPlace | null => {
  const [place = '', kind, first = '', second = '', ...rest] = item.split(/\s+/)
  if (kind === undefined)
    return place === 'own' || httpUrl.safeParse(place).success ? { place, credential: null } : null
  const isSafe = URL.canParse(place) && (place.startsWith('https:') || isThisMachine(place))
  if (!isSafe || rest.length > 0) return null
  if (kind === 'bearer' && first !== '' && second === '') return { place, credential: { kind, token: first } }
  const isKey = Buffer.from(second, 'base64').length === 64
  return kind === 'cdp' && isKey ? { place, credential: { kind, keyId: first, keySecret: second } } : null
}, 'must be own, an http:// or https:// URL, or <https URL> bearer <token>, or <https URL> cdp <key id> <key secret> with an Ed25519 secret of 64 bytes in base64')

const isThisMachine = (url: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)

const DOLLARS_PATTERN = /^\$\d{1,6}(\.\d{1,18})?$/

/** An asset that is settled besides the network's stablecoin. `decimals` tell what the minimum amount is in it. */
export const furtherAsset = understood((item) => {
  const [network = '', address = '', decimals = '6', ...rest] = item.split('/')
  const isKnownForm = isAsset(network, address) && /^([0-9]|[12][0-9]|3[0-6])$/.test(decimals) && rest.length === 0
  return isKnownForm ? { network, address, decimals: Number(decimals) } : null
}, 'must be assets as <CAIP-2 network>/<asset> or <network>/<asset>/<decimals>')

/** Tokens on EVM and Solana are addresses, Algorand's are numbers. */
function isAsset(network: string, address: string): boolean {
  const family = familyOf(network)
  if (family === 'avm') return /^[1-9]\d{0,19}$/.test(address)
  return family !== null && isAddress(family, address)
}

export const minimumItem = understood((item) => {
  const [dollars = '', network] = item.split('=').reverse()
  const isKnownForm = DOLLARS_PATTERN.test(dollars) && (network === undefined || familyOf(network) !== null)
  return isKnownForm ? { network, dollars } : null
}, 'must be dollars such as $0.001, or <CAIP-2 network>=$0.001')

/** Least amount that a payment of callers over HTTP must authorise, in dollars; `otherwise` where no item says so. */
export function minimumDollars(items: z.infer<typeof minimumItem>[], otherwise: string) {
  const byNetwork = Object.fromEntries(items.flatMap(({ network, dollars }) => (network ? [[network, dollars]] : [])))
  return { everywhere: items.find(({ network }) => network === undefined)?.dollars ?? otherwise, byNetwork }
}

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
  if (url === undefined) throw envInvalid('web3signer needs WEB3SIGNER_URL beside it')
  if (url.startsWith('http:') && certificate !== undefined)
    throw envInvalid('WEB3SIGNER_CERTIFICATE needs an https:// URL in WEB3SIGNER_URL beside it')
  return { url, certificate }
}
