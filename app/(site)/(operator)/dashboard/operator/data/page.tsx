import { getFormatter, getTranslations } from 'next-intl/server'
import { MissingPage } from '@/app/_site/missing-page'
import { titled, unindexed } from '@/app/_site/titled'
import { inWords } from '@/lib/site/messages/in-words'
import { DataTable } from '@/lib/site/ui/data-table'
import { readKept } from '../_server/operator'

export const generateMetadata = titled('operator.data.title', unindexed)

/** The kinds of data in the database, how long they are kept, and their present size. */
export default async function OperatorDataPage() {
  const data = await readKept()
  if (!data) return <MissingPage />
  const [t, say, format] = await Promise.all([
    getTranslations('operator.data'),
    getTranslations('sentences'),
    getFormatter(),
  ])
  return (
    <div className="grid gap-10">
      <header className="grid max-w-measure gap-2">
        <h1 className="font-serif text-display font-strong">{t('title')}</h1>
        <p>{t('about')}</p>
      </header>
      <DataTable
        caption={t('caption')}
        rows={data.kept}
        rowKey={({ what }) => what.key}
        columns={[
          { title: t('what'), cell: ({ what }) => inWords(say, what) },
          { title: t('howLong'), cell: ({ kept }) => inWords(say, kept) },
          { title: t('variable'), cell: ({ variable }) => (variable ? <code>{variable}</code> : t('noVariable')) },
        ]}
      />
      <DataTable
        caption={t('tables')}
        rows={data.tables}
        rowKey={({ table }) => table}
        columns={[
          { title: t('table'), cell: ({ table }) => <code>{table}</code> },
          {
            title: t('rows'),
            isNumeric: true,
            cell: ({ rows }) => (rows === null ? t('notCounted') : format.number(rows)),
          },
          {
            title: t('size'),
            isNumeric: true,
            cell: ({ bytes }) => t('megabytes', { size: bytes / 1e6 }),
          },
        ]}
      />
    </div>
  )
}
