import type { SignedPayment } from '@/lib/base/chains/signed-payment'

/**
 * True for a payment that buys something itself and moves what is asked for now, at most the authorised amount. One of a
 * further scheme moves the amount that its payload names, which other payloads spend.
 */
export const isSale = ({ scheme }: { scheme: string }): boolean => scheme === 'exact' || scheme === 'upto'

export const amountOf = ({
  requirements,
  authorization,
}: Pick<SignedPayment, 'requirements' | 'authorization'>): bigint =>
  isSale(requirements) ? BigInt(requirements.amount) : authorization.amountAtomic
