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
 * Parameters out of what sellers declare: JSON Schema, the older lists of named fields, or a bare sample, wherever in
 * `declared` they stand. Bounded in depth and number; nothing is resolved, compiled or run.
 */
export function schemaRows(declared: unknown): SchemaRow[] {
  if (!isRecord(declared)) return []
  if (isSchema(declared)) return rowsOfSchema(declared, '', 0).slice(0, MAX_ROWS)
  return Object.entries(declared)
    .filter(([name, value]) => !SKIPPED.includes(name) && isRecord(value))
    .flatMap(([name, part]) => (isRecord(part) ? rowsOfPart(name, part) : []))
    .slice(0, MAX_ROWS)
}

/** The schema of a tool's arguments is one also where it names none. */
const rowsOfPart = (name: string, part: Json): SchemaRow[] =>
  name === 'inputSchema' || isSchema(part) ? rowsOfSchema(part, '', 0) : rowsOfFields(part, '', 0)

const isSchema = (value: Json) => isRecord(value.properties)

function rowsOfSchema(schema: Json, path: string, depth: number): SchemaRow[] {
  const required = Array.isArray(schema.required) ? schema.required : []
  return rowsOfFields(isRecord(schema.properties) ? schema.properties : {}, path, depth, required)
}

function rowsOfFields(fields: Json, path: string, depth: number, required: unknown[] = []): SchemaRow[] {
  return Object.entries(fields)
    .slice(0, MAX_ROWS)
    .flatMap(([key, field]) => {
      const name = path === '' ? key : `${path}.${key}`
      const isRequired = required.includes(key) || (isRecord(field) && field.required === true)
      const row = { name, type: typeOf(field), isRequired, about: aboutOf(field) }
      return depth >= MAX_DEPTH ? [row] : [row, ...rowsWithin(field, name, depth + 1)]
    })
}

function rowsWithin(field: unknown, name: string, depth: number): SchemaRow[] {
  if (!isRecord(field)) return []
  if (isSchema(field)) return rowsOfSchema(field, name, depth)
  return isRecord(field.items) && isSchema(field.items) ? rowsOfSchema(field.items, `${name}[]`, depth) : []
}

function typeOf(field: unknown): string {
  if (!isRecord(field)) return Array.isArray(field) ? 'array' : field === null ? '' : typeof field
  if (Array.isArray(field.type)) return field.type.filter((type) => typeof type === 'string').join(' or ')
  if (typeof field.type === 'string') return field.type
  return isSchema(field) ? 'object' : ''
}

function aboutOf(field: unknown): string {
  if (!isRecord(field)) return field === null ? '' : `for example ${show(field)}`
  const choices = Array.isArray(field.enum) ? `one of ${field.enum.slice(0, 12).map(show).join(', ')}` : ''
  const said = typeof field.description === 'string' ? field.description : ''
  const preset = 'default' in field ? `${show(field.default)} if left out` : ''
  return [said, choices, preset].filter(Boolean).join(' · ')
}

const show = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 120)

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
