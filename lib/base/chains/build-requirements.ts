import { isAddress, isBurnAddress } from '@/lib/base/x402/addresses'
import { MoneyError, parseAmountAtomic, parsePrice } from '@/lib/base/x402/money'
import { type Family, familyOf, isNetwork } from '@/lib/base/x402/networks'
import type { PricedOption } from '@/lib/base/x402/payment-option'
import { reasons } from '@/lib/base/x402/reasons'
import { type PaymentRequirements, type Supported, X402_VERSION } from '@/lib/base/x402/wire'
import { type Asset, assetOf } from './assets'
import { PayloadError } from './errors'

export type PaymentTerms = PricedOption & {
  maxTimeoutSeconds: number
  /** The facilitator's answer: its fee payer (Solana, Algorand) and the settling address (`upto`) come from it. */
  supported: Pick<Supported, 'kinds'>
  /** Set for `exact` over Permit2 in place of EIP-3009. */
  assetTransferMethod?: 'permit2'
  /** Schemes of the EVM networks beyond `exact` and `upto`. */
  further?: readonly OfferScheme[]
}

/** How a scheme is offered. */
export type OfferScheme = {
  name: string
  /** The facts that its payer needs beyond the amount. `named` fails where the facilitator names nothing under that key. */
  buildExtra: (
    option: PricedOption,
    price: { amountAtomic: bigint; decimals: number },
    named: (key: string) => string,
  ) => Record<string, unknown>
}

/**
 * One payment option as a 402 offers it. Amounts are rounded to the nearest atomic unit.
 * Fails with a plain message for a network, scheme, recipient or price that cannot be offered.
 */
export function buildRequirements(terms: PaymentTerms): PaymentRequirements {
  const { scheme, network, payTo, maxTimeoutSeconds } = terms
  const asset = assetOf(network)
  if (!asset || !isNetwork(network)) {
    throw new Error(`Expected a network with a known asset, got ${network}.`)
  }
  if (!isAddress(network, payTo)) {
    throw new Error(`Expected payTo to be an address of ${network}.`)
  }
  if (isBurnAddress(network, payTo)) {
    throw new Error(`Expected payTo to be an address that somebody has the key of.`)
  }
  const amount = parsePrice(terms.price, asset.decimals)
  return {
    scheme,
    network,
    amount: amount.toString(),
    asset: asset.address,
    payTo,
    maxTimeoutSeconds,
    extra: buildExtra(terms, asset, amount),
  }
}

/** Facts that a payer of that family needs beyond the amount; the keys are the SDK's. */
function buildExtra(terms: PaymentTerms, asset: Asset, amountAtomic: bigint): Record<string, unknown> {
  const kindExtra = findKind(terms).extra ?? {}
  if (familyOf(terms.network) !== 'evm') {
    return { feePayer: getText(kindExtra, 'feePayer', terms) }
  }
  const domain = { name: asset.eip712Name, version: asset.version }
  const named = (key: string) => getText(kindExtra, key, terms)
  const other = terms.further?.find(({ name }) => name === terms.scheme)
  if (other) return { ...domain, ...other.buildExtra(terms, { amountAtomic, decimals: asset.decimals }, named) }
  if (terms.scheme === 'upto') {
    return { ...domain, assetTransferMethod: 'permit2', facilitatorAddress: named('facilitatorAddress') }
  }
  return terms.assetTransferMethod ? { ...domain, assetTransferMethod: terms.assetTransferMethod } : domain
}

function findKind({ supported, scheme, network }: PaymentTerms) {
  const kind = supported.kinds.find(
    (one) => one.x402Version === X402_VERSION && one.scheme === scheme && one.network === network,
  )
  if (kind) return kind
  throw new Error(`The facilitator does not support ${scheme} on ${network}.`)
}

/** Without these addresses the payer could not sign: better not to offer the option. */
function getText(extra: Record<string, unknown>, key: string, { scheme, network }: PaymentTerms): string {
  const value = extra[key]
  if (typeof value === 'string') return value
  throw new Error(`The facilitator names no ${key} for ${scheme} on ${network}.`)
}

/** The amount that requirements ask for. They may come from another server, so their form is checked too. */
export function requiredAmount(requirements: PaymentRequirements): bigint {
  try {
    return parseAmountAtomic(requirements.amount)
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error
    throw new PayloadError(reasons.invalidPaymentRequirements, 'Expected the required amount in decimal digits.')
  }
}

export function requirePayTo(family: Family, requirements: PaymentRequirements): string {
  const { payTo } = requirements
  if (isAddress(family, payTo) && !isBurnAddress(family, payTo)) return payTo
  throw new PayloadError(
    reasons.invalidPaymentRequirements,
    'Expected payTo to be an address of the network that somebody has the key of.',
  )
}
