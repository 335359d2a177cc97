import { type Column, DataTable } from '@/lib/ui/data-table'
import type { Conversions, NamedRoute } from '../_server/seller-reads'
import { type ConversionGroup, groupConversion, percentOf } from './group-conversion'
import { SoldTitle } from './sold-title'

const audiences = { person: 'People', agent: 'Agents', probe: 'Probes and crawlers' } as const

/** How many challenges led to a signed payment, and how many of these settled. */
export function ConversionSection({
  conversion: { byDay, byRoute },
  names,
}: {
  conversion: Conversions
  names: ReadonlyMap<string, NamedRoute>
}) {
  if (byDay.length === 0) return null
  const days = groupConversion(byDay, ({ day }) => day).toSorted((a, b) => b.name.localeCompare(a.name))
  const tables = [
    { title: 'Caller', rows: groupConversion(byDay, ({ audience }) => (audience ? audiences[audience] : 'Unknown')) },
    { title: 'Route', rows: groupConversion(byRoute, ({ routeKey }) => routeKey) },
    { title: 'Day', rows: days },
  ]
  return (
    <section aria-labelledby="conversion" className="grid gap-6">
      <header className="grid max-w-measure gap-2">
        <h2 id="conversion" className="text-title font-strong">
          From asking to paying
        </h2>
        <p className="text-quiet">
          Callers say themselves what they are. Somebody may be asked for a payment several times before paying once.
          Routes are counted for the last 30 days.
        </p>
      </header>
      {tables.map(({ title, rows }) => (
        <DataTable
          key={title}
          caption={`Askers by ${title.toLowerCase()}`}
          columns={columnsUnder(title, names)}
          rows={rows}
          rowKey={({ name }) => name}
        />
      ))}
    </section>
  )
}

const columnsUnder = (title: string, names: ReadonlyMap<string, NamedRoute>): Column<ConversionGroup>[] => [
  { title, cell: ({ name }) => <SoldTitle route={title === 'Route' ? names.get(name) : undefined} path={name} /> },
  { title: 'Asked to pay', isNumeric: true, cell: ({ served }) => served },
  { title: 'Signed', isNumeric: true, cell: ({ served, signed }) => `${signed} (${percentOf(signed, served)})` },
  { title: 'Settled', isNumeric: true, cell: ({ signed, settled }) => `${settled} (${percentOf(settled, signed)})` },
]
