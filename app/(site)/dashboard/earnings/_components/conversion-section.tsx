import { useTranslations } from 'next-intl'
import { SoldTitle } from '@/app/(site)/dashboard/_components/sold-title'
import type { Conversion, Conversions } from '@/lib/shop/sellers/payments/summarize-conversion'
import type { NamedRoute } from '@/lib/shop/sellers/routes/name-routes'
import type { Translate } from '@/lib/site/messages/translate'
import { type Column, DataTable } from '@/lib/site/ui/data-table'

/** How many challenges led to a signed payment, and how many of these settled. */
export function ConversionSection({
  conversion: { byDay, byRoute },
  names,
}: {
  conversion: Conversions
  names: ReadonlyMap<string, NamedRoute>
}) {
  const t = useTranslations('earnings')
  if (byDay.length === 0) return null
  const days = groupConversion(byDay, ({ day }) => day).toSorted((a, b) => b.name.localeCompare(a.name))
  const tables = [
    {
      by: 'caller',
      title: t('conversion.caller'),
      rows: groupConversion(byDay, ({ audience }) => t(`conversion.${audience ?? 'unknown'}`)),
    },
    { by: 'route', title: t('columns.route'), rows: groupConversion(byRoute, ({ routeKey }) => routeKey) },
    { by: 'day', title: t('columns.day'), rows: days },
  ] as const
  return (
    <details className="border-t border-rule">
      <summary className="min-h-11 cursor-pointer py-3">
        <h2 className="inline font-strong">{t('conversion.title')}</h2>
      </summary>
      <div className="grid gap-6">
        <p className="max-w-measure text-quiet">{t('conversion.about')}</p>
        {tables.map(({ by, title, rows }) => (
          <DataTable
            key={by}
            caption={t(`conversion.by.${by}`)}
            columns={columnsUnder(t, title, by === 'route' ? names : new Map())}
            rows={rows}
            rowKey={({ name }) => name}
          />
        ))}
      </div>
    </details>
  )
}

const columnsUnder = (
  t: Translate<'earnings'>,
  title: string,
  names: ReadonlyMap<string, NamedRoute>,
): Column<ConversionGroup>[] => [
  { title, cell: ({ name }) => <SoldTitle route={names.get(name)} path={name} /> },
  { title: t('conversion.asked'), isNumeric: true, cell: ({ served }) => served },
  {
    title: t('conversion.signed'),
    isNumeric: true,
    cell: ({ served, signed }) => `${signed} (${percentOf(t, signed, served)})`,
  },
  {
    title: t('conversion.settled'),
    isNumeric: true,
    cell: ({ signed, settled }) => `${settled} (${percentOf(t, settled, signed)})`,
  },
]

type ConversionGroup = { name: string; served: number; signed: number; settled: number }

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
