import type { GatewayView, OperationView } from '@/lib/shop/sellers/gateways/gateways'
import { textIn } from '../../_server/form-state'
import type { OperationInWords } from '../../_server/forms'
import { readHeaders } from '../../routes/_components/read-route-form'

/** An operation's access; `left_out` is not sent, so that nothing answers there. */
type RowAccess = OperationView['access'] | 'left_out'

/** An operation as it was read, with the access that is chosen. `dollars` is null for the price of all. */
export type OperationRow = Omit<OperationView, 'routeId' | 'state' | 'url' | 'access'> & {
  key: string
  /** Null before it is sold. */
  routeId: string | null
  isPaused: boolean
  access: RowAccess
  change: 'new' | 'changed' | 'same' | 'gone' | null
  problem: string | null
  /** Parts of it that a newly read document has and that were not read. */
  unread: string[]
}

const keyOf = ({ method, path }: Pick<OperationRow, 'method' | 'path'>) =>
  `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}').replace(/(.)\/$/, '$1')}`

export const rowsOf = (gateway: GatewayView | null): OperationRow[] =>
  (gateway?.operations ?? []).map(({ state, url: _url, ...operation }) => ({
    ...FRESH,
    ...operation,
    key: keyOf(operation),
    isPaused: state === 'paused',
  }))

const FRESH = {
  routeId: null,
  isPaused: false,
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

/** The others of an operation are on the page of its route. */
export const hasControl = (row: OperationRow, name: string): boolean =>
  ['access', 'dollars'].some((field) => name === fieldOf(row, field))

export const sentRows = (rows: OperationRow[]): OperationRow[] => rows.filter(({ access }) => access !== 'left_out')

export const operationsOf = (rows: OperationRow[], form: FormData) =>
  sentRows(rows).map((row) => {
    const {
      key: _key,
      routeId: _id,
      isPaused: _paused,
      change: _change,
      problem: _problem,
      unread: _unread,
      ...kept
    } = row
    const { dollars: _own, metering, ...said } = kept
    const dollarsIn = (name: string) => textIn(form, name).trim()
    return {
      ...said,
      discovery: { ...row.discovery, isListed: form.has('isListed') && !isRule(row) },
      ...(row.access === 'paid' && { dollars: dollarsIn(fieldOf(row, 'dollars')) || dollarsIn('dollars'), metering }),
    }
  })

/**
 * Reads the service's own fields for the verb. An empty box keeps the stored secret headers, and settings that only the
 * API has stay as in `gateway`.
 */
export function readServiceForm(form: FormData, gateway: GatewayView | null) {
  const text = (name: string) => textIn(form, name).trim()
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
