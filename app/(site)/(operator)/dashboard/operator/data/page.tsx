import { getFormatter, getTranslations } from 'next-intl/server'
import { MissingPage } from '@/app/_site/missing-page'
import { titled, unindexed } from '@/app/_site/titled'
import { inWords } from '@/lib/site/messages/in-words'
import { Button } from '@/lib/site/ui/button'
import { DataTable } from '@/lib/site/ui/data-table'
import { TextField } from '@/lib/site/ui/text-field'
import { readKept } from '../_server/operator'

export const generateMetadata = titled('operator.data.title', unindexed)

/** The kinds of data in the database, how long they are kept, and their present size. */
export default async function OperatorDataPage({ searchParams }: PageProps<'/dashboard/operator/data'>) {
  const [data, { wallet }] = await Promise.all([readKept(), searchParams])
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
          {
            title: t('variable'),
            cell: ({ variable }) =>
              variable ? <code className="sm:whitespace-nowrap">{variable}</code> : t('noVariable'),
          },
        ]}
      />
      <section className="grid max-w-measure gap-4" aria-labelledby="export">
        <h2 id="export" className="text-title font-strong">
          {t('export.title')}
        </h2>
        <p>{t('export.about')}</p>
        <form action="/dashboard/operator/data/export" className="flex flex-wrap items-end gap-4">
          <div className="min-w-48 flex-1">
            <TextField
              id="wallet"
              name="wallet"
              label={t('export.wallet')}
              required
              maxLength={120}
              isFigures
              {...(typeof wallet === 'string' && {
                defaultValue: wallet,
                error: t('export.unreadable'),
                autoFocus: true,
              })}
            />
          </div>
          <Button type="submit">{t('export.button')}</Button>
        </form>
      </section>
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
