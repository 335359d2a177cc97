import type { Conversion } from '@/lib/shop/sellers/payments/summarize-conversion'
import type { Translate } from '@/lib/site/messages/translate'

export type ConversionGroup = { name: string; served: number; signed: number; settled: number }

/** Adds up conversions by name, the busiest first. */
export function groupConversion<Row extends Conversion>(
  conversion: readonly Row[],
  nameOf: (row: Row) => string,
): ConversionGroup[] {
  const groups = new Map<string, ConversionGroup>()
  for (const row of conversion) {
    const name = nameOf(row)
    const group = groups.get(name) ?? { name, served: 0, signed: 0, settled: 0 }
    group.served += row.served
    group.signed += row.signed
    group.settled += row.settled
    groups.set(name, group)
  }
  return [...groups.values()].sort((a, b) => b.served + b.signed - (a.served + a.signed))
}

/** `12.5%`; empty without challenges, or where payments exceed challenges in these days. */
export function percentOf(t: Translate<'earnings'>, part: number, whole: number): string {
  return whole === 0 || part > whole ? '–' : t('percentToTenth', { share: (part / whole) * 100 })
}
