import { useTranslations } from 'next-intl'
import { type BazaarTexts, eitherInWords } from '@/app/(site)/bazaar/_components/facts-in-words'
import { Folded } from '@/app/(site)/bazaar/_components/folded'
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

/** One parameter as a table shows it. `name` is its path, such as `filter.city`. */
export type SchemaRow = { name: string; type: string; isRequired: boolean; about: string }

const MAX_ROWS = 80
const MAX_DEPTH = 4
const SKIPPED = [
  'type',
  'method',
  'discoverable',
  'toolName',
  'transport',
  'description',
  'bodyType',
  'body_type',
  'example',
]

type Json = Record<string, unknown>

/**
 * Reads parameters from sellers' declarations: JSON Schema, the older lists of named fields, or a bare sample, anywhere
 * in `declared`. Bounded in depth and number; nothing is resolved, compiled or run.
 */
export function schemaRows(t: BazaarTexts, declared: unknown): SchemaRow[] {
  if (!isRecord(declared)) return []
  if (isSchema(declared)) return rowsOfSchema(t, declared, { path: '', depth: 0 }).slice(0, MAX_ROWS)
  return Object.entries(declared)
    .filter(([name, value]) => !SKIPPED.includes(name) && isRecord(value))
    .flatMap(([name, part]) => (isRecord(part) ? rowsOfPart(t, name, part) : []))
    .slice(0, MAX_ROWS)
}

/** The schema of a tool's arguments makes rows even where it names none. */
const rowsOfPart = (t: BazaarTexts, name: string, part: Json): SchemaRow[] =>
  name === 'inputSchema' || isSchema(part)
    ? rowsOfSchema(t, part, { path: '', depth: 0 })
    : rowsOfFields(t, part, { path: '', depth: 0, required: [] })

const isSchema = (value: Json) => isRecord(value.properties)

type Place = { path: string; depth: number }

function rowsOfSchema(t: BazaarTexts, schema: Json, place: Place): SchemaRow[] {
  const required = Array.isArray(schema.required) ? schema.required : []
  return rowsOfFields(t, isRecord(schema.properties) ? schema.properties : {}, { ...place, required })
}

function rowsOfFields(
  t: BazaarTexts,
  fields: Json,
  { path, depth, required }: Place & { required: unknown[] },
): SchemaRow[] {
  return Object.entries(fields)
    .slice(0, MAX_ROWS)
    .flatMap(([key, field]) => {
      const name = path === '' ? key : `${path}.${key}`
      const isRequired = required.includes(key) || (isRecord(field) && field.required === true)
      const row = { name, type: typeOf(t, field), isRequired, about: aboutOf(t, field) }
      return depth >= MAX_DEPTH ? [row] : [row, ...rowsWithin(t, field, { path: name, depth: depth + 1 })]
    })
}

function rowsWithin(t: BazaarTexts, field: unknown, { path, depth }: Place): SchemaRow[] {
  if (!isRecord(field)) return []
  if (isSchema(field)) return rowsOfSchema(t, field, { path, depth })
  return isRecord(field.items) && isSchema(field.items)
    ? rowsOfSchema(t, field.items, { path: `${path}[]`, depth })
    : []
}

function typeOf(t: BazaarTexts, field: unknown): string {
  if (!isRecord(field)) return Array.isArray(field) ? 'array' : field === null ? '' : typeof field
  if (Array.isArray(field.type)) {
    return eitherInWords(
      t,
      field.type.filter((type) => typeof type === 'string'),
    )
  }
  if (typeof field.type === 'string') return field.type
  return isSchema(field) ? 'object' : ''
}

function aboutOf(t: BazaarTexts, field: unknown): string {
  if (!isRecord(field)) return field === null ? '' : t('schema.example', { value: show(field) })
  const choices = Array.isArray(field.enum)
    ? t('schema.oneOf', { values: field.enum.slice(0, 12).map(show).join(', ') })
    : ''
  const said = typeof field.description === 'string' ? field.description : ''
  const preset = 'default' in field ? t('schema.preset', { value: show(field.default) }) : ''
  return [said, choices, preset].filter(Boolean).join(' · ')
}

const show = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 120)

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
