import type { SignedPayment } from '@/lib/base/chains/signed-payment'
import type { Scheme } from '@/lib/base/x402/payment-option'

type SignedTerms = Pick<SignedPayment, 'requirements' | 'authorization'>

/** The parts of a settlement in which schemes differ. */
type SettledScheme = {
  /** The amount to move now; at most the authorised one, as checked when the payment was read. */
  amountOf: (terms: SignedTerms) => bigint
  /** True if the payload names that amount, so that copies of it cannot be about different ones. */
  isAmountSigned: boolean
  /** True if the payment itself buys something. */
  sells: boolean
  /** True for a payload that authorises no transfer: it is verified and settled as a request about channels. */
  isRequest: (payload: Record<string, unknown>) => boolean
}

const transfer: SettledScheme = {
  amountOf: ({ requirements }) => BigInt(requirements.amount),
  isAmountSigned: false,
  sells: true,
  isRequest: () => false,
}

/** A deposit's amount differs from the price of the request that comes with it, and vouchers tell what it pays for. */
const channel: SettledScheme = {
  amountOf: ({ authorization }) => authorization.amountAtomic,
  isAmountSigned: true,
  sells: false,
  isRequest: ({ type }) => type !== 'deposit',
}

const schemes: Record<Scheme, SettledScheme> = { exact: transfer, upto: transfer, 'batch-settlement': channel }

/** An unknown scheme is refused when its payment is read. */
export const schemeOf = ({ scheme }: { scheme: string }): SettledScheme =>
  Object.hasOwn(schemes, scheme) ? schemes[scheme as Scheme] : transfer // Just found.

export const amountOf = (terms: SignedTerms): bigint => schemeOf(terms.requirements).amountOf(terms)
