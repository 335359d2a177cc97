import { useTranslations } from 'next-intl'
import { Folded } from '@/app/(site)/bazaar/_components/folded'
import { schemaRows } from '@/app/(site)/bazaar/_components/schema-rows'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { DataTable } from '@/lib/site/ui/data-table'

type SchemaTableProps = {
  title: string
  declared: Record<string, unknown> | null
  example: unknown
  exampleName: string
  empty: string
}

/** A seller's declaration, readable; the whole JSON is one press away. */
export function SchemaTable({ title, declared, example, exampleName, empty }: SchemaTableProps) {
  const t = useTranslations('bazaarEntry.schema')
  const rows = schemaRows(useTranslations('bazaar'), declared)
  const json = declared === null ? null : JSON.stringify(declared, null, 2)
  return (
    <section className="grid content-start gap-4">
      <h2 className="text-title font-strong">{title}</h2>
      <DataTable
        caption={title}
        isCaptionHidden
        rows={rows}
        columns={[
          { title: t('name'), cell: ({ name }) => <bdi className="figures">{name}</bdi> },
          { title: t('type'), cell: ({ type }) => type || t('any') },
          { title: t('required'), cell: ({ isRequired }) => t(isRequired ? 'yes' : 'no') },
          { title: t('meaning'), cell: ({ about }) => about && <bdi>{about}</bdi> },
        ]}
        empty={<p className="text-quiet">{empty}</p>}
      />
      {example !== null && (
        <div className="grid gap-2">
          <h3 className="font-strong">{t('forExample')}</h3>
          <CodeBlock code={JSON.stringify(example, null, 2)} name={exampleName} />
        </div>
      )}
      {json && (
        <Folded title={t('asJson')}>
          <CodeBlock code={json} name={t('titleAsJson', { title })} />
        </Folded>
      )}
    </section>
  )
}
