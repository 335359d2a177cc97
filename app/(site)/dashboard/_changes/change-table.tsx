import { useFormatter, useTranslations } from 'next-intl'
import type { ChangeView } from '@/lib/shop/sellers/audit/list-changes'
import type { Translate } from '@/lib/site/messages/translate'
import { CopyId } from '@/lib/site/ui/copy-id'
import { type Column, DataTable } from '@/lib/site/ui/data-table'
import { Link } from '@/lib/site/ui/link'
import { sizeInWords } from '@/lib/site/ui/size-in-words'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'
import { actInWords, factsInWords } from './change-words'

type ChangeTableProps<Change extends ChangeView> = {
  changes: Change[]
  nextCursor: string | null
  nextHref: (cursor: string) => string
  /** Columns in front, where several shops are shown. */
  lead?: Column<Change>[]
}

export function ChangeTable<Change extends ChangeView>({
  changes,
  nextCursor,
  nextHref,
  lead = [],
}: ChangeTableProps<Change>) {
  const t = useTranslations('changes')
  if (changes.length === 0) return <p>{t('none')}</p>
  return (
    <div className="grid gap-4">
      <DataTable
        caption={t('title')}
        columns={[...lead, ...columns(t)]}
        rows={changes}
        rowKey={({ changeId }) => changeId}
      />
      {nextCursor && <Link href={nextHref(nextCursor)}>{t('older')}</Link>}
    </div>
  )
}

const columns = (t: Translate<'changes'>): Column<ChangeView>[] => [
  { title: t('columns.when'), cell: ({ at }) => <Timestamp at={at} /> },
  { title: t('columns.what'), cell: ({ act }) => actInWords(t, act) },
  { title: t('columns.of'), cell: ({ subject }) => <CopyId value={subject} name={t('subject')} /> },
  { title: t('columns.before'), cell: ({ before }) => <Facts facts={before} /> },
  { title: t('columns.after'), cell: ({ after }) => <Facts facts={after} /> },
  { title: t('columns.by'), cell: (change) => <By {...change} /> },
]

function Facts({ facts }: { facts: unknown }) {
  const t = useTranslations('changes')
  const format = useFormatter()
  const inTerms = useTranslations('terms')
  const inDigits = useLocalDigits()
  const lines = factsInWords({ t, format, inDigits, inBytes: (size) => sizeInWords(inTerms, size) }, facts)
  if (lines.length === 0) return null
  return (
    <ul>
      {lines.map((line) => (
        <li key={line} className="wrap-anywhere">
          {line}
        </li>
      ))}
    </ul>
  )
}

function By({ by, keyId, wallet }: ChangeView) {
  const t = useTranslations('changes.by')
  return (
    <span className="grid">
      {by !== 'key' && t(by)}
      {by === 'key' && keyId && (
        <span>{t.rich('key', { key: () => <CopyId value={keyId} name={t('keyName')} /> })}</span>
      )}
      {wallet && <span>{t.rich('signed', { wallet: () => <CopyId value={wallet} name={t('walletName')} /> })}</span>}
    </span>
  )
}
