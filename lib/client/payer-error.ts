import type { PaymentRequired, PaymentRequirements, SettleResponse } from '@/lib/base/x402/wire'

/** Why a payer got no answer. Only for `ANSWER_LOST` was anything signed: that payment was sent and may settle. */
export type PayerErrorCode =
  | 'SERVER_UNREACHABLE'
  | 'ANSWER_LOST'
  | 'STOPPED'
  | 'CHALLENGE_UNREADABLE'
  | 'UNSUPPORTED_VERSION'
  | 'NO_OPTION_FITS'
  | 'DEPOSIT_HELD_TOO_LONG'
  | 'UNKNOWN_ASSET'
  | 'PRICE_ABOVE_MAXIMUM'
  | 'NOT_APPROVED'
  | 'TERMS_CHANGED'
  | 'SIGN_IN_REFUSED'
  | 'SIGNING_FAILED'
  | 'INVALID_KEY'

/** A payment that could not be made, in words for the person who pays. */
export class PayerError extends Error {
  override readonly name = 'PayerError'
  /** The server's answer, unread, if it could not be understood. */
  readonly answer: Response | null
  readonly network: string | null

  constructor(
    readonly code: PayerErrorCode,
    message: string,
    options: { cause?: unknown; answer?: Response; network?: string } = {},
  ) {
    super(message, options)
    this.answer = options.answer ?? null
    this.network = options.network ?? null
  }
}

/** One of the seller's options. `price` is in words, such as `0.10 USDC`; null in an unknown asset. */
export type PayerOffer = { requirements: PaymentRequirements; price: string | null }

export type PayerEvent =
  | { type: 'challenge'; paymentRequired: PaymentRequired; offers: PayerOffer[] }
  | { type: 'chain_not_supported'; offeredChains: string[] }
  /** `cause`: what the wallet threw. */
  | { type: 'sign_in_failed'; message: string; cause?: unknown }
  | { type: 'sign_in_sent'; address: string; chainId: string }
  | { type: 'sign_in_accepted' }
  | { type: 'sign_in_rejected'; reason: string }
  /** `depositAtomic`: amount put aside with it, for further calls; null for none. */
  | {
      type: 'signed'
      requirements: PaymentRequirements
      price: string
      payer: string
      depositAtomic: bigint | null
    }
  /** The outcome is open; the same payment is sent again after that time. */
  | { type: 'waiting'; reason: string; seconds: number }
  | { type: 'settled'; settlement: SettleResponse }
  /** The payment went out and the answer shows no settlement. `reason` is the server's code, if it gave one. */
  | { type: 'payment_rejected'; status: number; reason: string | null; message: string | null }

export type OnPayerEvent = (event: PayerEvent) => void
