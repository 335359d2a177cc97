import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { DataTable } from '@/lib/ui/data-table'
import { readKept } from '../_server/operator'

export const metadata: Metadata = { title: 'Data', robots: { index: false } }

/** What the database keeps, for how long, and how much that is now. */
export default async function OperatorDataPage() {
  const data = await readKept()
  if (!data) notFound()
  return (
    <div className="grid gap-10">
      <header className="grid max-w-measure gap-2">
        <h1 className="font-serif text-display font-strong">Data</h1>
        <p>
          What this site keeps, and for how long. Where a variable is named, it says so; the rest is part of the
          product. Jobs clear away what is older.
        </p>
      </header>
      <DataTable
        caption="Kept"
        rows={data.kept}
        rowKey={({ what }) => what}
        columns={[
          { title: 'What', cell: ({ what }) => what },
          { title: 'For how long', cell: ({ kept }) => kept },
          { title: 'Variable', cell: ({ variable }) => (variable ? <code>{variable}</code> : 'None') },
        ]}
      />
      <DataTable
        caption="Largest tables, by the database’s own estimate"
        rows={data.tables}
        rowKey={({ table }) => table}
        columns={[
          { title: 'Table', cell: ({ table }) => <code>{table}</code> },
          { title: 'Rows', isNumeric: true, cell: ({ rows }) => rows?.toLocaleString('en') ?? 'Not counted yet' },
          {
            title: 'Size',
            isNumeric: true,
            cell: ({ bytes }) => `${(bytes / 1e6).toLocaleString('en', twoPlaces)} MB`,
          },
        ]}
      />
    </div>
  )
}

const twoPlaces = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
