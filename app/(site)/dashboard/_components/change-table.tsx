import { CopyId } from '@/lib/ui/copy-id'
import { type Column, DataTable } from '@/lib/ui/data-table'
import { Link } from '@/lib/ui/link'
import { Timestamp } from '@/lib/ui/timestamp'
import type { ChangeView } from '../_server/seller-reads'
import { actInWords, factsInWords } from './change-words'

type ChangeTableProps<Change extends ChangeView> = {
  changes: Change[]
  nextCursor: string | null
  nextHref: (cursor: string) => string
  /** Columns in front, where more than one shop is shown. */
  lead?: Column<Change>[]
}

/** Who changed what, newest first. */
export function ChangeTable<Change extends ChangeView>({
  changes,
  nextCursor,
  nextHref,
  lead = [],
}: ChangeTableProps<Change>) {
  if (changes.length === 0) return <p>No changes here.</p>
  return (
    <div className="grid gap-4">
      <DataTable caption="Changes" columns={[...lead, ...columns]} rows={changes} rowKey={({ changeId }) => changeId} />
      {nextCursor && <Link href={nextHref(nextCursor)}>Older changes</Link>}
    </div>
  )
}

const columns: Column<ChangeView>[] = [
  { title: 'When', cell: ({ at }) => <Timestamp at={at} /> },
  { title: 'What', cell: ({ act }) => actInWords(act) },
  { title: 'Of', cell: ({ subject }) => <CopyId value={subject} name="what was changed" /> },
  { title: 'Before', cell: ({ before }) => <Facts facts={before} /> },
  { title: 'After', cell: ({ after }) => <Facts facts={after} /> },
  { title: 'By', cell: (change) => <By {...change} /> },
]

function Facts({ facts }: { facts: unknown }) {
  return (
    <ul>
      {factsInWords(facts).map((line) => (
        <li key={line} className="wrap-anywhere">
          {line}
        </li>
      ))}
    </ul>
  )
}

function By({ by, keyId, wallet }: ChangeView) {
  return (
    <span className="grid">
      {by === 'operator' && 'Those who run this site'}
      {by === 'wallet' && 'By signature'}
      {by === 'session' && 'On these pages'}
      {by === 'key' && keyId && (
        <span>
          API key <CopyId value={keyId} name="key" />
        </span>
      )}
      {wallet && (
        <span>
          signed by <CopyId value={wallet} name="wallet" />
        </span>
      )}
    </span>
  )
}
