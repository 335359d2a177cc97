import { type AmountAtomic, FINE_UNITS, parseFineDollars, roundFine, toAmountAtomic } from './money'

/** A handler named an amount that must not be settled; nothing has been charged. */
export class SettlementOverrideError extends Error {
  override name = 'SettlementOverrideError'
}

export type SettlementTerms = { maximumAtomic: bigint; decimals: number }

const MAX_OVERRIDE_CHARACTERS = 100

/**
 * Resolves a settlement override to atomic units.
 * Accepts atomic units, a percent of the maximum (floored), or dollars (rounded to the nearest unit), as every price here
 * is in dollars. Anything above
 * zero gives at least one unit, so that no rounding gives content away.
 * Fails with `SettlementOverrideError`, also above the authorised maximum; zero is legal and means no transaction.
 * Source: service spec 2.9.
 */
export function resolveSettlementOverride(override: string, terms: SettlementTerms): AmountAtomic {
  const fine = resolveFineOverride(override, terms)
  const isFloored = override.endsWith('%') && fine >= FINE_UNITS
  const amountAtomic = isFloored ? fine / FINE_UNITS : roundFine(fine)
  refuseAbove(amountAtomic, terms)
  return toAmountAtomic(amountAtomic)
}

/** The same in fine units, for sums that are rounded once, so that small amounts are exact. */
export function resolveFineOverride(override: string, terms: SettlementTerms): bigint {
  if (typeof override !== 'string' || override.length > MAX_OVERRIDE_CHARACTERS) throw malformed()
  if (/^\d+$/.test(override)) return BigInt(override) * FINE_UNITS
  if (/^\$\d+(\.\d+)?$/.test(override)) return readDollars(override, terms)
  const percent = /^(\d{1,3})(?:\.(\d{1,2}))?%$/.exec(override)
  if (!percent) throw malformed()
  const [, whole = '', hundredths = ''] = percent
  const basisPoints = BigInt(whole + hundredths.padEnd(2, '0'))
  if (basisPoints > 10_000n) {
    throw new SettlementOverrideError('A percent of the maximum can be 100% at most.')
  }
  return (terms.maximumAtomic * FINE_UNITS * basisPoints) / 10_000n
}

export function refuseAbove(amountAtomic: bigint, { maximumAtomic }: Pick<SettlementTerms, 'maximumAtomic'>): void {
  if (amountAtomic <= maximumAtomic) return
  throw new SettlementOverrideError(
    `The amount of ${amountAtomic} is above the authorised maximum of ${maximumAtomic}.`,
  )
}

function readDollars(override: string, { decimals }: SettlementTerms): bigint {
  try {
    return parseFineDollars(override, decimals)
  } catch (cause) {
    // The grammar was checked, so only a sum beyond uint256 ends here: above any maximum.
    throw new SettlementOverrideError(`The amount is beyond any token's range: ${String(cause)}`)
  }
}

const malformed = () =>
  new SettlementOverrideError(
    'Expected atomic units ("50000"), a percent with up to two decimals ("12.5%") or dollars ("$0.05").',
  )
