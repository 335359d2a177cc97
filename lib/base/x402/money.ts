declare const amountBrand: unique symbol

/** A whole number of an asset's smallest units: never negative, never above uint256. */
export type AmountAtomic = bigint & { readonly [amountBrand]: true }

export type MoneyErrorCode = 'AMOUNT_MALFORMED' | 'AMOUNT_OUT_OF_RANGE' | 'AMOUNT_BELOW_UNIT'

export class MoneyError extends Error {
  constructor(
    readonly code: MoneyErrorCode,
    message: string,
  ) {
    super(message)
    this.name = 'MoneyError'
  }
}

export const MAX_AMOUNT_ATOMIC = 2n ** 256n - 1n

const MAX_DECIMALS = 36
const MAX_TEXT_CHARACTERS = 100

/** Brands a computed amount. Fails with `AMOUNT_OUT_OF_RANGE` below zero or above uint256. */
export function toAmountAtomic(value: bigint): AmountAtomic {
  if (value < 0n || value > MAX_AMOUNT_ATOMIC) {
    throw new MoneyError('AMOUNT_OUT_OF_RANGE', 'Expected an amount between 0 and 2^256 - 1.')
  }
  return value as AmountAtomic // Both bounds were just checked.
}

/** Parses decimal digits on the wire. Refuses leading zeros, so that equal amounts are equal strings. */
export function parseAmountAtomic(text: string): AmountAtomic {
  if (text.length > MAX_TEXT_CHARACTERS || !/^(0|[1-9]\d*)$/.test(text)) {
    throw new MoneyError('AMOUNT_MALFORMED', 'Expected atomic units in decimal digits, such as "100000".')
  }
  return toAmountAtomic(BigInt(text))
}

/**
 * Parses a dollar price such as `$0.10` to atomic units of an asset with that many decimals,
 * rounded to the nearest unit, halves up. Signs, spaces, exponents and separators are refused.
 */
export function parseDollars(text: string, decimals: number): AmountAtomic {
  const match = text.length <= MAX_TEXT_CHARACTERS ? /^\$(\d+)(?:\.(\d+))?$/.exec(text) : null
  if (!match) throw new MoneyError('AMOUNT_MALFORMED', 'Expected a dollar amount such as "$0.10".')
  const [, whole = '', fraction = ''] = match
  requireDecimals(decimals)
  const kept = fraction.slice(0, decimals).padEnd(decimals, '0')
  const roundsUp = (fraction[decimals] ?? '0') >= '5'
  return toAmountAtomic(BigInt(whole + kept) + (roundsUp ? 1n : 0n))
}

/**
 * Parses a price, in the unit that it is paid in: like `parseDollars`, and at least one atomic unit.
 * Less would be rounded to nothing and give the goods away. Fails with `AMOUNT_BELOW_UNIT`.
 */
export function parsePrice(text: string, decimals: number): AmountAtomic {
  const amountAtomic = parseDollars(text, decimals)
  if (parseFineDollars(text, decimals) < FINE_UNITS) {
    const least = `$${formatAtomic(1n, decimals)}`
    throw new MoneyError(
      'AMOUNT_BELOW_UNIT',
      `A price below ${least} cannot be paid: it is the smallest amount there is.`,
    )
  }
  return amountAtomic
}

/** Digits below an atomic unit, in which prices per byte or per token are added up. */
const FINE_DIGITS = 12

export const FINE_UNITS = 10n ** BigInt(FINE_DIGITS)

export const parseFineDollars = (text: string, decimals: number): bigint => parseDollars(text, decimals + FINE_DIGITS)

/** A sum of fine units to the nearest atomic unit, halves up; at least one unit for any sum above zero. */
export function roundFine(fine: bigint): bigint {
  const nearest = (fine + FINE_UNITS / 2n) / FINE_UNITS
  return nearest === 0n && fine > 0n ? 1n : nearest
}

export const ceilFine = (fine: bigint): bigint => (fine + FINE_UNITS - 1n) / FINE_UNITS

/** Writes atomic units exactly, with two decimals or more: 100000 with 6 decimals is `0.10`; 1 is `0.000001`. */
export function formatAtomic(amountAtomic: bigint, decimals: number): string {
  requireDecimals(decimals)
  const digits = toAmountAtomic(amountAtomic)
    .toString()
    .padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals)
  const shown = fraction.replace(/0+$/, '').padEnd(Math.min(2, decimals), '0')
  return shown === '' ? whole : `${whole}.${shown}`
}

/** The net part of a total that includes so many percent of tax, such as `7.7`: to the nearest unit, halves up. */
export function netOf(totalAtomic: bigint, percent: string): bigint {
  const [whole = '', fraction = ''] = percent.split(/[.,]/)
  const gross = 10_000n + BigInt(whole + fraction.padEnd(2, '0'))
  return (2n * 10_000n * totalAtomic + gross) / (2n * gross)
}

function requireDecimals(decimals: number): void {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > MAX_DECIMALS) {
    throw new RangeError(`Expected between 0 and ${MAX_DECIMALS} decimals, got ${decimals}.`)
  }
}
