import { CodeBlock } from '@/lib/ui/code-block'
import { DataTable } from '@/lib/ui/data-table'
import { Folded } from '../../../_components/folded'
import { schemaRows } from '../../../_components/schema-rows'

type SchemaTableProps = { title: string; declared: Record<string, unknown> | null; example: unknown; empty: string }

/** What a seller declares, readable; whole, as JSON, one key away. */
export function SchemaTable({ title, declared, example, empty }: SchemaTableProps) {
  const rows = schemaRows(declared).map((row, index) => ({ ...row, index }))
  const json = declared === null ? null : JSON.stringify(declared, null, 2)
  return (
    <section className="grid content-start gap-4">
      <h2 className="text-title font-strong">{title}</h2>
      {rows.length === 0 ? (
        <p className="text-quiet">{empty}</p>
      ) : (
        <DataTable
          caption={title}
          isCaptionHidden
          rows={rows}
          rowKey={({ index }) => String(index)}
          columns={[
            { title: 'Name', cell: ({ name }) => <bdi className="figures">{name}</bdi> },
            { title: 'Type', cell: ({ type }) => type || 'any' },
            { title: 'Required', cell: ({ isRequired }) => (isRequired ? 'yes' : 'no') },
            { title: 'Meaning', cell: ({ about }) => about && <bdi>{about}</bdi> },
          ]}
        />
      )}
      {example !== null && (
        <div className="grid gap-2">
          <h3 className="font-strong">For example</h3>
          <CodeBlock code={JSON.stringify(example, null, 2)} name={`example of ${title.toLowerCase()}`} />
        </div>
      )}
      {json && (
        <Folded title="As JSON">
          <CodeBlock code={json} name={`${title} as JSON`} />
        </Folded>
      )}
    </section>
  )
}
