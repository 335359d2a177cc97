import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Badge } from '@/lib/ui/badge'
import { DataTable } from '@/lib/ui/data-table'
import { Timestamp } from '@/lib/ui/timestamp'
import { readExamination } from '../_server/operator'

export const metadata: Metadata = { title: 'Doctor', robots: { index: false } }

const badges = {
  ok: { state: 'settled', label: 'Well' },
  warn: { state: 'waiting', label: 'Look' },
  fail: { state: 'refused', label: 'Fails' },
} as const

/** The doctor’s report on this deployment, made when the page is opened; what needs something done comes first. */
export default async function OperatorDoctorPage() {
  const examination = await readExamination()
  if (!examination) notFound()
  const order = Object.keys(badges).reverse()
  const rows = examination.findings
    .map((finding, place) => ({ ...finding, place }))
    .sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || a.place - b.place)
  return (
    <div className="grid gap-8">
      <header className="grid max-w-measure gap-2">
        <h1 className="font-serif text-display font-strong">Doctor</h1>
        <p>
          What this instance finds when it looks at its own deployment. In a shell, <code>node bin/doctor.mjs</code>{' '}
          prints the same.
        </p>
        <p className="text-quiet">
          As of <Timestamp at={examination.at} />. Load the page again after ten seconds to look again.
        </p>
      </header>
      <DataTable
        caption="Findings"
        isCaptionHidden
        rows={rows}
        rowKey={({ place }) => String(place)}
        columns={[
          { title: 'State', cell: ({ state }) => <Badge state={badges[state].state}>{badges[state].label}</Badge> },
          { title: 'What', cell: ({ subject }) => <span className="font-strong">{subject}</span> },
          {
            title: 'Found, and what to do',
            cell: ({ found, fix }) => (
              <span className="grid gap-1 wrap-anywhere">
                <span>{found}</span>
                {fix && <span className="font-strong">{fix}</span>}
              </span>
            ),
          },
        ]}
      />
    </div>
  )
}
