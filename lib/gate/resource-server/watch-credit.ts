import type { Gate } from './gate'
import type { Meter } from './meter'
import type { LeasedClaim } from './payment-claim'

/** How often a stream on credit checks that its payer's money is still there. */
const RENEWAL_MS = 2_000

/** It also checks after each such part of the credit has been sent. */
const RENEWALS_WITHIN_CREDIT = 4n

/** A stream is ended this long before its authorization lapses, so that the sent amount can still be settled. */
const SETTLING_MS = 15_000

type Credit = {
  /** Resolves to true if one more part may leave, by the meter's sum with it. */
  holds: () => Promise<boolean>
  stop: () => void
}

/**
 * Renews the reservation of the payer's money for a stream on credit, and reads the answer: calls `end` at the first
 * one that is not a yes, also where no facilitator answers.
 */
export function watchCredit(
  gate: Gate,
  { signed, requirements, paymentId, lapsesAtMs }: LeasedClaim,
  meter: Pick<Meter, 'total'>,
  end: () => void,
): Credit {
  const stepAtomic = BigInt(requirements.amount) / RENEWALS_WITHIN_CREDIT
  let askedAtomic = 0n
  let isOver = false
  let asking: Promise<boolean> | null = null

  async function renew(): Promise<boolean> {
    const isLapsing = lapsesAtMs !== null && lapsesAtMs - performance.now() < SETTLING_MS
    const verdict = isLapsing ? null : await verify()
    asking = null
    if (verdict?.isValid) return true
    isOver = true
    end()
    return false
  }

  const verify = () =>
    gate.ports.facilitator.verify(signed, paymentId).catch((error: unknown) => {
      gate.log.warn({ err: error, paymentId }, 'Nobody could say whether the payer of a stream still has its money')
      return null
    })

  const ask = () => (asking ??= isOver ? Promise.resolve(false) : renew())
  const timer = setInterval(() => void ask(), RENEWAL_MS).unref()
  return {
    holds: async () => {
      const totalAtomic = meter.total()
      if (totalAtomic - askedAtomic < stepAtomic) return !isOver
      askedAtomic = totalAtomic
      return ask()
    },
    stop: () => clearInterval(timer),
  }
}
