import { useTranslations } from 'next-intl'
import { type Checked, inFull, type State } from '@/lib/site/operations/doctor/finding'
import { Badge, type BadgeState } from '@/lib/site/ui/badge'
import { DataTable } from '@/lib/site/ui/data-table'

const badges: Record<State, BadgeState> = { ok: 'settled', warn: 'waiting', fail: 'refused' }
const order: State[] = ['fail', 'warn', 'ok']

/** Findings of the checks; those that need action come first. Their words are English, as a shell prints them. */
export function Findings({ findings }: { findings: Checked[] }) {
  const t = useTranslations('operator.findings')
  const rows = findings
    .map((finding, place) => ({ ...finding, place }))
    .sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || a.place - b.place)
  return (
    <DataTable
      caption={t('title')}
      rows={rows}
      rowKey={({ place }) => String(place)}
      columns={[
        { title: t('state'), cell: ({ state }) => <Badge state={badges[state]}>{t(state)}</Badge> },
        {
          title: t('what'),
          cell: ({ check, subject }) => (
            <span lang="en" className="grid gap-1">
              <span className="text-small text-quiet">{check}</span>
              <span className="font-strong">{subject}</span>
            </span>
          ),
        },
        {
          title: t('found'),
          cell: (finding) => (
            <span lang="en" className="grid gap-1 wrap-anywhere">
              <span>{inFull(finding)}</span>
              {finding.fix && <span className="font-strong">{finding.fix}</span>}
            </span>
          ),
        },
      ]}
    />
  )
}
