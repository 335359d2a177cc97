import { assetOf } from '@/lib/base/chains/assets'
import { FINE_UNITS, roundFine } from '@/lib/base/x402/money'
import { refuseAbove, resolveFineOverride, resolveSettlementOverride } from '@/lib/base/x402/settlement-override'
import type { PaymentRequirements } from '@/lib/base/x402/wire'

/**
 * A handler's means to set the amount of an `upto` payment.
 * `charge` adds up as the work goes on; `setAmount` states the whole once, in any format of service spec 2.9.
 * A faulty or excessive amount is remembered and fails the settlement, even when the handler catches the error.
 */
export type Meter = {
  /** Adds atomic units (bigint or digits) or dollars (`$0.01`), also fractions of a unit: only the sum is rounded. */
  charge: (amount: bigint | string) => void
  /** Atomic units, `n%` of the maximum, or dollars. Replaces the amount so far. */
  setAmount: (override: string) => void
  /** The amount that would be settled now, in atomic units. */
  total: () => bigint
}

/** The gate's side of a meter: the amount to settle, or why there is none. */
export type MeterReading = { kind: 'amount'; amountAtomic: bigint } | { kind: 'invalid'; message: string }

type MeterTerms = { maximumAtomic: bigint; decimals: number }

/** A meter's bounds for a payment under those terms. */
export const meterTermsOf = ({ amount, network }: PaymentRequirements): MeterTerms => ({
  maximumAtomic: BigInt(amount),
  decimals: assetOf(network)?.decimals ?? 6,
})

/** Builds a meter within `terms`, and the reading that the gate takes once the handler is done. */
export function createMeter(terms: MeterTerms): { meter: Meter; read: () => MeterReading } {
  let totalFine: bigint | null = null
  let fault: string | null = null

  const total = () => (totalFine === null ? terms.maximumAtomic : roundFine(totalFine))

  function guarded<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      fault ??= error instanceof Error ? error.message : 'The amount is not valid.'
      throw error
    }
  }

  const meter: Meter = {
    charge: (amount) =>
      guarded(() => {
        const added = resolveFineOverride(typeof amount === 'bigint' ? amount.toString() : amount, terms)
        const next = (totalFine ?? 0n) + added
        refuseAbove(roundFine(next), terms)
        totalFine = next
      }),
    setAmount: (override) =>
      guarded(() => {
        totalFine = resolveSettlementOverride(override, terms) * FINE_UNITS
      }),
    total,
  }

  const read = (): MeterReading =>
    fault === null ? { kind: 'amount', amountAtomic: total() } : { kind: 'invalid', message: fault }

  return { meter, read }
}

/** A meter for content that is paid already or free: it accepts every valid amount and charges none. */
export function createIdleMeter(): Meter {
  return createMeter({ maximumAtomic: 2n ** 128n, decimals: 6 }).meter
}
