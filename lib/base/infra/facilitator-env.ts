import { z } from 'zod'
import { isAddress } from '@/lib/base/x402/addresses'
import { familyOf } from '@/lib/base/x402/networks'
import { DomainError } from './domain-error'
import { httpUrl, understood } from './variable-shapes'

/** An asset that is settled besides the network's stablecoin. `decimals` tell what the minimum amount is in it. */
export type FurtherAsset = { network: string; address: string; decimals: number }

/** Least amount that a payment of callers over HTTP must authorise, in dollars such as `$0.001`. */
export type MinimumDollars = { everywhere: string; byNetwork: Record<string, string> }

/** One item of FACILITATOR_URLS: the address of another facilitator, or `own`. */
export const facilitatorPlace = z.union([z.literal('own'), httpUrl])

export type CredentialFor = { url: string } & (
  | { kind: 'bearer'; token: string }
  | { kind: 'cdp'; keyId: string; keySecret: string }
)

/** One item of FACILITATOR_CREDENTIALS: `<url> bearer <token>`, or `<url> cdp <key id> <key secret>`. */
export const facilitatorCredential = understood((item): CredentialFor | null => {
  const [url = '', kind, ...parts] = item.split(/\s+/)
  const [first = '', second = ''] = parts
  const isSafe = URL.canParse(url) && (url.startsWith('https:') || isThisMachine(url))
  if (isSafe && kind === 'bearer' && parts.length === 1) return { url, kind, token: first }
  const isKey = Buffer.from(second, 'base64').length === 64
  const isWhole = kind === 'cdp' && parts.length === 2 && isKey
  return isSafe && isWhole ? { url, kind, keyId: first, keySecret: second } : null
}, 'must be <https URL> bearer <token>, or <https URL> cdp <key id> <key secret> with an Ed25519 secret of 64 bytes in base64')

/** Adds each facilitator's credential. Throws ENV_INVALID for a credential that belongs to none of them. */
export function facilitatorsOf(places: string[], credentials: CredentialFor[]) {
  const unused = credentials.find(({ url }) => !places.includes(url))
  if (unused) {
    const { host } = new URL(unused.url)
    throw new DomainError(
      'ENV_INVALID',
      `Turnpike cannot start: FACILITATOR_CREDENTIALS has one for ${host}, at an address that FACILITATOR_URLS does not have.`,
    )
  }
  return places.map((place) => ({ place, credential: credentials.find(({ url }) => url === place) ?? null }))
}

const isThisMachine = (url: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)

const DOLLARS_PATTERN = /^\$\d{1,6}(\.\d{1,18})?$/

/** One item of FACILITATOR_ASSETS: `<network>/<asset>`, with `/<decimals>` behind it where those are not six. */
export const furtherAsset = understood((item): FurtherAsset | null => {
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

/** One item of FACILITATOR_MINIMUM_AMOUNT: dollars, or `<network>=<dollars>`. */
export const minimumItem = understood((item) => {
  const [dollars = '', network] = item.split('=').reverse()
  const isKnownForm = DOLLARS_PATTERN.test(dollars) && (network === undefined || familyOf(network) !== null)
  return isKnownForm ? { network, dollars } : null
}, 'must be dollars such as $0.001, or <CAIP-2 network>=$0.001')

/** Networks that no item names get `otherwise`. */
export function minimumDollars(items: z.infer<typeof minimumItem>[], otherwise: string): MinimumDollars {
  const byNetwork = Object.fromEntries(items.flatMap(({ network, dollars }) => (network ? [[network, dollars]] : [])))
  return { everywhere: items.find(({ network }) => network === undefined)?.dollars ?? otherwise, byNetwork }
}
