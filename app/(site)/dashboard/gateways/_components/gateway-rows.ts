import type { GatewayView, OperationView } from '@/lib/shop/sellers/gateways/gateways'
import type { OperationInWords } from '../../_server/forms'
import { readHeaders } from '../../routes/_components/read-route-form'

/** An operation's access; `left_out` is not sent, so that nothing answers there. */
type RowAccess = OperationView['access'] | 'left_out'

/** An operation as its fields begin; what is typed stands in the form. `dollars` is null for the price of all. */
export type OperationRow = Omit<OperationView, 'routeId' | 'state' | 'url' | 'access'> & {
  key: string
  access: RowAccess
  change: 'new' | 'changed' | 'same' | 'gone' | null
  problem: string | null
  /** Parts of it that a newly read document has and that were not read. */
  unread: string[]
}

const keyOf = ({ method, path }: Pick<OperationRow, 'method' | 'path'>) =>
  `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}').replace(/(.)\/$/, '$1')}`

export const rowsOf = (gateway: GatewayView | null): OperationRow[] =>
  (gateway?.operations ?? []).map(({ routeId: _id, state: _state, url: _url, ...operation }) => ({
    ...FRESH,
    ...operation,
    key: keyOf(operation),
  }))

const FRESH = {
  dollars: null,
  maxUploadBytes: null,
  streamSeconds: 300,
  metering: null,
  chargeOn: 'body' as const,
  change: null,
  problem: null,
  unread: [],
}

/** A document's operations, with the prices of existing ones; then those that it no longer has. */
export function mergeRows(rows: OperationRow[], proposed: OperationInWords[]): OperationRow[] {
  const known = new Map(rows.map((row) => [row.key, row]))
  const merged = proposed.map(({ isCallable, change, ...operation }): OperationRow => {
    const key = keyOf(operation)
    const before = known.get(key)
    return {
      ...(before ?? FRESH),
      ...operation,
      discovery: { ...operation.discovery, isListed: before?.discovery.isListed ?? true },
      key,
      access: before?.access ?? (operation.problem || !isCallable ? 'left_out' : 'paid'),
      // Streamed where either says so: a held stream of events would never end.
      isStreaming: operation.isStreaming || (before?.isStreaming ?? false),
      change: change === null && rows.length > 0 ? (before ? 'same' : 'new') : change,
    }
  })
  const named = new Set(merged.map(({ key }) => key))
  const gone = rows.filter(({ key }) => !named.has(key))
  return [
    ...merged,
    ...gone.map((row): OperationRow => (isRule(row) ? row : { ...row, change: 'gone', access: 'left_out' })),
  ]
}

/** A rule for everything below a path is the seller's own; no document has it. */
const isRule = ({ path }: Pick<OperationRow, 'path'>) => path.endsWith('/*')

export function ruleRow(method: OperationView['method'], title: string): OperationRow {
  const discovery = { isListed: false }
  const said = { method, path: '/*', title, description: '', query: [], discovery }
  return { ...FRESH, ...said, mimeType: 'application/json', isStreaming: false, key: `${method} /*`, access: 'paid' }
}

export const fieldOf = ({ key }: OperationRow, field: string): string => `${key} ${field}`

export const hasControl = (row: OperationRow, name: string): boolean =>
  ['access', 'dollars', 'maxUploadBytes', 'isStreaming', 'streamSeconds'].some((field) => name === fieldOf(row, field))

/**
 * An operation as the form says it; its own where the form is not there yet, or has no such field. Sizes are megabytes of
 * a million bytes, empty for a body that is held first.
 */
export function typedOf(row: OperationRow, form: FormData | null) {
  const said = (field: string, own: string | number | null) =>
    String(form?.get(fieldOf(row, field)) ?? own ?? '').trim()
  return {
    access: said('access', row.access) as RowAccess, // By the select's options.
    dollars: said('dollars', row.dollars),
    megabytes: said('maxUploadBytes', row.maxUploadBytes && row.maxUploadBytes / 1_000_000),
    seconds: said('streamSeconds', row.streamSeconds),
    isStreaming: form ? form.has(fieldOf(row, 'isStreaming')) : row.isStreaming,
  }
}

export const sentRows = (rows: OperationRow[], form: FormData | null): OperationRow[] =>
  rows.filter((row) => typedOf(row, form).access !== 'left_out')

export const operationsOf = (rows: OperationRow[], form: FormData) =>
  sentRows(rows, form).map((row) => {
    const { access, dollars, megabytes, seconds, isStreaming } = typedOf(row, form)
    const { key: _key, change: _change, problem: _problem, unread: _unread, ...kept } = row
    const { dollars: _own, metering, ...said } = kept
    return {
      ...said,
      discovery: { ...row.discovery, isListed: form.has('isListed') && !isRule(row) },
      access,
      isStreaming,
      maxUploadBytes: megabytes === '' ? null : Math.round(Number(megabytes) * 1_000_000),
      streamSeconds: isStreaming ? Number(seconds || FRESH.streamSeconds) : row.streamSeconds,
      ...(access === 'paid' && { dollars: dollars || String(form.get('dollars')).trim(), metering }),
    }
  })

/**
 * Reads the service's own fields for the verb. An empty box keeps the stored secret headers, and settings that only the
 * API has stay as in `gateway`.
 */
export function readServiceForm(form: FormData, gateway: GatewayView | null) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const headers = readHeaders(text('upstream.headers'))
  return {
    title: text('title'),
    prefix: text('prefix'),
    upstream: {
      url: text('upstream.url'),
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(gateway && { timeoutMs: gateway.upstream.timeoutMs, maxBytes: gateway.upstream.maxBytes }),
    },
    networks: form.getAll('networks').map(String),
  }
}
