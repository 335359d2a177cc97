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
