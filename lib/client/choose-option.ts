import type { Network, SchemeNetworkClient } from '@x402/core/types'
import { formatAtomic, parseDollars } from '@/lib/base/x402/money'
import { familyOf, matchesNetworkPattern, networkName } from '@/lib/base/x402/networks'
import { authorizationFirst, paysBeforeAnswer, valueOf } from '@/lib/base/x402/payment-option'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import type { PayerErrorCode, PayerOffer } from './payer-error'
import type { PayerWallet } from './wallet'

export type PayerLimits = {
  wallets: PayerWallet[]
  /** A CAIP-2 network or a family (`evm`, `svm`, `avm`); null takes the seller's first that fits. */
  network: string | null
  maxDollars: string
  /** The one option that the person has seen and agreed to; any other is refused before it is signed. */
  agreed?: AgreedTerms | null
}

export type AgreedTerms = Pick<PaymentRequirements, 'scheme' | 'network' | 'asset' | 'amount' | 'payTo'> & {
  /** It was said that the money is taken before the answer; otherwise such an option is not what was agreed to. */
  paysFirst?: boolean | undefined
}

export type OptionChoice =
  | { kind: 'chosen'; requirements: PaymentRequirements; wallet: PayerWallet; price: string; decimals: number }
  | { kind: 'none'; code: PayerErrorCode; message: string }

/**
 * Chooses the option to pay: the seller's first that a wallet can sign, on the wanted network, in an asset whose value
 * in dollars is known, within the maximum; at the same price one that is paid after the answer. Otherwise says which of these failed, the nearest miss first.
 */
export function chooseOption(offered: PaymentRequirements[], limits: PayerLimits): OptionChoice {
  if (offered.length === 0) return none('SIGN_IN_REFUSED', 'The resource takes no payment; it opens only by sign-in.')
  const accepts = offered.filter((requirements) => isAgreed(requirements, limits.agreed))
  if (accepts.length === 0) return none('TERMS_CHANGED', 'The seller no longer offers what was agreed to.')
  const released = accepts.filter((requirements) => !isHeldTooLong(requirements))
  if (released.length === 0) return none('DEPOSIT_HELD_TOO_LONG', HELD_TOO_LONG)
  const payable = released.flatMap((requirements) => payableOption(requirements, limits.wallets))
  const wanted = payable.filter(({ requirements }) => isWantedNetwork(requirements.network, limits.network))
  if (wanted.length === 0) {
    const offered = [
      ...new Set(accepts.map(({ network, scheme }) => `${networkName(network)} (${network}, ${scheme})`)),
    ]
    const ours = limits.network === null ? limits.wallets.flatMap(({ networks }) => networks) : [limits.network]
    const able = [...new Set(ours.map((network) => familyWords[network] ?? network))].join(', ')
    return none('NO_OPTION_FITS', `The seller takes payment on ${offered.join(' or ')}; this payer pays on ${able}.`)
  }
  const known = authorizationFirst(wanted.flatMap(withAsset), ({ requirements, decimals }) => ({
    paysFirst: paysBeforeAnswer(requirements),
    value: valueOf(BigInt(requirements.amount), { decimals }),
  }))
  if (known.length === 0) {
    return none('UNKNOWN_ASSET', 'The seller asks for an asset whose value in dollars this payer does not know.')
  }
  const affordable = known.find(
    ({ requirements, decimals }) => BigInt(requirements.amount) <= parseDollars(limits.maxDollars, decimals),
  )
  if (affordable) {
    const { requirements, wallet, decimals } = affordable
    return { kind: 'chosen', requirements, wallet, price: priceInWords(affordable), decimals }
  }
  const cheapest = known.reduce((a, b) => (BigInt(b.requirements.amount) < BigInt(a.requirements.amount) ? b : a))
  const message = `The price is ${priceInWords(cheapest)}; the most to pay is ${limits.maxDollars}.`
  return none('PRICE_ABOVE_MAXIMUM', message)
}

/** A payer whose seller does not answer gets its deposit back within this time: two days. */
const MAX_WITHDRAW_DELAY_SECONDS = 172_800

const HELD_TOO_LONG = 'The seller could keep a deposit for more than two days after you ask for it back.'

const isHeldTooLong = ({ extra }: PaymentRequirements): boolean =>
  Number(extra?.withdrawDelay ?? 0) > MAX_WITHDRAW_DELAY_SECONDS

const familyWords: Record<string, string> = { evm: 'EVM networks', svm: 'Solana', avm: 'Algorand' }

const termsOf = ({ scheme, network, asset, amount, payTo }: AgreedTerms) =>
  JSON.stringify([scheme, network, asset, amount, payTo])

function isAgreed(requirements: PaymentRequirements, agreed: AgreedTerms | null | undefined): boolean {
  if (!agreed) return true
  return termsOf(requirements) === termsOf(agreed) && (agreed.paysFirst === true || !paysBeforeAnswer(requirements))
}

/** Every option of a challenge with its price in words, for people to read before anything is signed. */
export function describeOffers(accepts: PaymentRequirements[], wallets: PayerWallet[]): PayerOffer[] {
  return accepts.map((requirements) => {
    const [priced] = payableOption(requirements, wallets).flatMap(withAsset)
    return { requirements, price: priced ? priceInWords(priced) : null }
  })
}

/** True if `network` is the wanted one; a family's name stands for all of its networks. */
export function isWantedNetwork(network: string, wanted: string | null): boolean {
  return wanted === null || network === wanted || familyOf(network) === wanted || matchesNetworkPattern(network, wanted)
}

type PayablePrice = { requirements: PaymentRequirements; wallet: PayerWallet; decimals: number; symbol: string }

const priceInWords = ({ requirements, decimals, symbol }: PayablePrice) =>
  `${formatAtomic(BigInt(requirements.amount), decimals)} ${symbol}`

type PayableOption = { requirements: PaymentRequirements; wallet: PayerWallet; client: SchemeNetworkClient }

function payableOption(requirements: PaymentRequirements, wallets: PayerWallet[]): PayableOption[] {
  for (const wallet of wallets) {
    const scheme = wallet.schemes.find(
      ({ network, client }) =>
        client.scheme === requirements.scheme && matchesNetworkPattern(requirements.network, network),
    )
    if (scheme) return [{ requirements, wallet, client: scheme.client }]
  }
  return []
}

function withAsset({ requirements, wallet, client }: PayableOption): PayablePrice[] {
  const asset = client.findDefaultAsset?.(requirements.asset, requirements.network as Network)
  return asset ? [{ requirements, wallet, decimals: asset.decimals, symbol: asset.symbol }] : []
}

const none = (code: PayerErrorCode, message: string): OptionChoice => ({ kind: 'none', code, message })
