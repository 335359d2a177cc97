import type { Earning } from '../_server/seller-reads'

/** For bars: how much each row is of the largest in the same asset, in percent. */
export function percentsOfLargest(earnings: readonly Earning[]): number[] {
  const keyOf = ({ network, asset }: Earning) => `${network} ${asset}`
  const largest = new Map<string, bigint>()
  for (const earning of earnings) {
    const key = keyOf(earning)
    if (earning.amountAtomic > (largest.get(key) ?? 0n)) largest.set(key, earning.amountAtomic)
  }
  return earnings.map((earning) => Number((earning.amountAtomic * 100n) / (largest.get(keyOf(earning)) || 1n)))
}
