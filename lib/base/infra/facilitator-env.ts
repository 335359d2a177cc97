import { z } from 'zod'
import { isAddress } from '@/lib/base/x402/addresses'
import { familyOf } from '@/lib/base/x402/networks'
import { httpUrl, understood } from './variables'

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
