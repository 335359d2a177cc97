/** Facts about a payment that became known while its request was answered. */
export type PaymentFacts = {
  paymentId?: string
  network?: string
  scheme?: string
  /** Why the handler's answer was not worth its price. */
  handlerReason?: string
  /** The status that the seller's own server answered with, where a route asks one. */
  upstreamStatus?: number
  /** How a success is called: of a payment that was made before, or of a voucher for a running stream. */
  settledAs?: 'settled' | 'repeated' | 'continued'
  /** The answer is a stream, whose end writes the line. */
  isStream?: boolean
}
