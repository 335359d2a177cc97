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

export type ReadPayment = { isReadable: true; chain: SettlementChain; payment: SignedPayment } | UnreadablePayment

type UnreadablePayment = { isReadable: false; reason: string; message?: string }
type ReadTerms =
  | ({ isReadable: true; chain: SettlementChain } & Pick<SignedPayment, 'payload' | 'requirements'>)
  | UnreadablePayment

/**
 * The amount to move now; at most the authorised one, as checked when the payment was read. Beyond transfers it is the
 * one that the payload names.
 */
export const amountOf = ({
  requirements,
  authorization,
}: Pick<SignedPayment, 'requirements' | 'authorization'>): bigint =>
  isTransfer(requirements) ? BigInt(requirements.amount) : authorization.amountAtomic

/** Finds a payment's network and reads its authorization. Local; refuses with the wire's reason. */
export function readPayment(chains: SettlementChain[], request: PaymentRequest): ReadPayment {
  const read = readTerms(chains, request)
  if (!read.isReadable) return read
  const { chain, payload, requirements } = read
  return orRefusal(() => {
    const signed = request.signed ?? readSignedPayment(payload, requirements, chain.further)
    const { authorization } = signed
    const identities = {
      asset: identityOf(requirements.network, authorization.asset),
      payer: identityOf(requirements.network, authorization.payer),
      payTo: identityOf(requirements.network, authorization.payTo),
    }
    const payment = { ...signed, requirements, authorization: { ...authorization, ...identities } }
    // A payment that came read is settled for another amount than it was read for.
    if (amountOf(payment) > authorization.amountAtomic) return refuse(reasons.settlementExceedsAmount)
    return { isReadable: true, chain, payment }
  })
}

/** The same without the authorization: network, asset and scheme must be settled here. */
export function readTerms(chains: SettlementChain[], request: PaymentRequest): ReadTerms {
  const { paymentPayload: payload, paymentRequirements: requirements } = request
  if (payload.x402Version !== X402_VERSION) return refuse(reasons.invalidX402Version)
  const chain = chains.find((entry) => entry.network === requirements.network)
  if (!chain) return refuse(reasons.invalidNetwork)
  if (!chain.assets.includes(identityOf(chain.network, requirements.asset))) {
    return refuse(reasons.invalidAsset, `Expected an asset that is settled here on ${chain.network}.`)
  }
  if (!chain.kinds.some((kind) => kind.scheme === requirements.scheme)) return refuse(reasons.unsupportedScheme)
  return orRefusal(() => {
    requireSameTerms(payload, requirements, chain.further)
    return { isReadable: true, chain, payload, requirements }
  })
}

function orRefusal<T>(read: () => T): T | UnreadablePayment {
  try {
    return read()
  } catch (error) {
    if (error instanceof PayloadError) return refuse(error.reason, error.message)
    throw error
  }
}

/** Gives each address one spelling, so that the ledger's sums see one payer once. Algorand's assets are numbers. */
const identityOf = (network: string, text: string): string => {
  const family = familyOf(network)
  return family ? addressIdentity(family, text) : text
}

const refuse = (reason: string, message?: string): UnreadablePayment => ({
  isReadable: false,
  reason,
  ...(message && { message }),
})

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
