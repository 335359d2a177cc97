import { createHash } from 'node:crypto'
import { PayloadError } from '@/lib/base/chains/errors'
import { readSignedPayment, requireSameTerms } from '@/lib/base/chains/read-signed-payment'
import type { SettlementChain } from '@/lib/base/chains/settlement/settlement-chain'
import type { SignedPayment } from '@/lib/base/chains/signed-payment'
import { addressIdentity } from '@/lib/base/x402/addresses'
import { familyOf } from '@/lib/base/x402/networks'
import { isTransfer } from '@/lib/base/x402/payment-option'
import { reasons } from '@/lib/base/x402/reasons'
import { sortKeys } from '@/lib/base/x402/sort-keys'
import { type PaymentPayload, type PaymentRequirements, X402_VERSION } from '@/lib/base/x402/wire'

/** `signed`: the same payment as the gate of this process has read it; never from outside. */
export type PaymentRequest = {
  paymentPayload: PaymentPayload
  paymentRequirements: PaymentRequirements
  signed?: SignedPayment
}

type ReadTerms = { chain: SettlementChain } & Pick<SignedPayment, 'payload' | 'requirements'>

/**
 * The amount to move now; at most the authorised one, as checked when the payment was read. Beyond transfers it is the
 * one that the payload names.
 */
export const amountOf = ({
  requirements,
  authorization,
}: Pick<SignedPayment, 'requirements' | 'authorization'>): bigint =>
  isTransfer(requirements) ? BigInt(requirements.amount) : authorization.amountAtomic

/**
 * Finds a payment's network and reads its authorization. Local. Fails with a `PayloadError` that carries the wire's
 * reason.
 */
export function readPayment(chains: SettlementChain[], request: PaymentRequest) {
  const { chain, payload, requirements } = readTerms(chains, request)
  const signed = request.signed ?? readSignedPayment(payload, requirements, chain.further)
  const { authorization } = signed
  const identities = {
    asset: identityOf(requirements.network, authorization.asset),
    payer: identityOf(requirements.network, authorization.payer),
    payTo: identityOf(requirements.network, authorization.payTo),
  }
  const payment: SignedPayment = { ...signed, requirements, authorization: { ...authorization, ...identities } }
  // A payment that came read is settled for another amount than it was read for.
  if (amountOf(payment) > authorization.amountAtomic) {
    throw new PayloadError(reasons.settlementExceedsAmount, 'The amount exceeds the authorised maximum.')
  }
  return { chain, payment }
}

/** The same without the authorization: network, asset and scheme must be settled here. */
export function readTerms(chains: SettlementChain[], request: PaymentRequest): ReadTerms {
  const { paymentPayload: payload, paymentRequirements: requirements } = request
  const { network, scheme } = requirements
  if (payload.x402Version !== X402_VERSION) {
    throw new PayloadError(reasons.invalidX402Version, `Expected version ${X402_VERSION} of the protocol.`)
  }
  const chain = chains.find((entry) => entry.network === network)
  if (!chain) throw new PayloadError(reasons.invalidNetwork, 'Expected a network that is settled here.')
  if (!chain.assets.includes(identityOf(network, requirements.asset))) {
    throw new PayloadError(reasons.invalidAsset, `Expected an asset that is settled here on ${network}.`)
  }
  if (!chain.kinds.some((kind) => kind.scheme === scheme)) {
    throw new PayloadError(reasons.unsupportedScheme, `Expected a scheme that is settled here on ${network}.`)
  }
  requireSameTerms(payload, requirements, chain.further)
  return { chain, payload, requirements }
}

/** Gives each address one spelling, so that the ledger's sums see one payer once. Algorand's assets are numbers. */
const identityOf = (network: string, text: string): string => {
  const family = familyOf(network)
  return family ? addressIdentity(family, text) : text
}

/**
 * Names one signed payload, so that the verified one is settled: the scheme's payload with its signature, the
 * terms that were accepted, and the permit that is submitted with it. The settled amount is not a part of it.
 */
export function payloadDigest({ payload, accepted, extensions }: PaymentPayload): string {
  const permit = extensions?.['eip2612GasSponsoring']
  return createHash('sha256')
    .update(JSON.stringify(sortKeys({ payload, accepted, permit })))
    .digest('hex')
}
