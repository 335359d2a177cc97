import type { Gate } from './gate'
import type { LeasedClaim } from './leased-claim'

/** A facilitator's reservation for a holder lapses after ten minutes; longer work asks for it again. */
const RENEWAL_MS = 120_000

/**
 * Keeps a payer's money reserved for a claim while its content is held, until the returned function is called. After a
 * failed renewal the next one follows, and a refusal needs no reaction: nothing has left, and the settlement decides.
 */
export function renewReservation(gate: Gate, { signed, paymentId }: LeasedClaim): () => void {
  const renew = () =>
    gate.ports.facilitator
      .verify(signed, paymentId)
      .catch((error: unknown) => gate.log.warn({ err: error, paymentId }, 'A reservation was not renewed'))
  const timer = setInterval(() => void renew(), RENEWAL_MS).unref()
  return () => clearInterval(timer)
}
