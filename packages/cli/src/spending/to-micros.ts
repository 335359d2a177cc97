/** Atomic units of an asset with that many decimals in micro-dollars, rounded up: a fraction counts as a whole one. */
export function toMicros(amountAtomic: bigint, decimals: number): bigint {
  if (decimals <= 6) return amountAtomic * 10n ** BigInt(6 - decimals)
  const unit = 10n ** BigInt(decimals - 6)
  return (amountAtomic + unit - 1n) / unit
}
