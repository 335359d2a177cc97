import type { z } from 'zod'
import type { operationInput } from '@/lib/shop/sellers/gateways/gateway-input'
import type { GatewayView, OperationView } from '@/lib/shop/sellers/gateways/gateways'
import { textIn } from '../../_server/form-state'
import type { OperationInWords } from '../../_server/forms'
import { readHeaders } from '../../routes/_components/read-route-form'

/** An operation as it was read, with the access that is chosen; `left_out` is not sent, so that nothing answers there. */
export type OperationRow = {
  key: string
  /** Null before it is sold. */
  routeId: string | null
  isPaused: boolean
  access: OperationView['access'] | 'left_out'
  /** Null for the price of all. */
  dollars: string | null
  /** Without what the form's controls say. */
  operation: Omit<z.input<typeof operationInput>, 'access' | 'dollars'>
  change: 'new' | 'changed' | 'same' | 'gone' | null
  problem: string | null
  /** Parts of it that a newly read document has and that were not read. */
  unread: string[]
}

const keyOf = ({ method, path }: OperationRow['operation']) =>
  `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}').replace(/(.)\/$/, '$1')}`

export const rowsOf = (gateway: GatewayView | null): OperationRow[] =>
  (gateway?.operations ?? []).map(({ routeId, state, url: _url, access, dollars, ...operation }) => ({
    ...freshRow(operation),
    routeId,
    isPaused: state === 'paused',
    access,
    dollars,
  }))

const freshRow = (operation: OperationRow['operation']): OperationRow => ({
  key: keyOf(operation),
  routeId: null,
  isPaused: false,
  access: 'paid',
  dollars: null,
  operation,
  change: null,
  problem: null,
  unread: [],
})

/** A document's operations, with the prices of existing ones; then those that it no longer has. */
export function mergeRows(rows: OperationRow[], proposed: OperationInWords[]): OperationRow[] {
  const known = new Map(rows.map((row) => [row.key, row]))
  const merged = proposed.map(({ isCallable, change, problem, unread, ...described }): OperationRow => {
    const before = known.get(keyOf(described))
    const operation = {
      ...before?.operation,
      ...described,
      discovery: { ...described.discovery, isListed: before?.operation.discovery?.isListed ?? true },
      // Streamed where either says so: a held stream of events would never end.
      isStreaming: described.isStreaming || before?.operation.isStreaming,
    }
    const access = before?.access ?? (problem || !isCallable ? 'left_out' : 'paid')
    return { ...freshRow(operation), ...before, operation, access, change, problem, unread }
  })
  const named = new Set(merged.map(({ key }) => key))
  const gone = rows.filter(({ key }) => !named.has(key))
  return [
    ...merged,
    ...gone.map((row): OperationRow => (isRule(row) ? row : { ...row, change: 'gone', access: 'left_out' })),
  ]
}

/** A rule for everything below a path is the seller's own; no document has it. */
const isRule = ({ operation }: OperationRow) => operation.path.endsWith('/*')

export const ruleRow = (method: OperationView['method'], title: string): OperationRow =>
  freshRow({ method, path: '/*', title })

export const fieldOf = ({ key }: OperationRow, field: string): string => `${key} ${field}`

/** The others of an operation are on the page of its route. */
export const hasControl = (row: OperationRow, name: string): boolean =>
  ['access', 'dollars'].some((field) => name === fieldOf(row, field))

export const sentRows = (rows: OperationRow[]): OperationRow[] => rows.filter(({ access }) => access !== 'left_out')

export const operationsOf = (rows: OperationRow[], form: FormData) =>
  sentRows(rows).map((row) => {
    const { access, operation } = row
    const dollarsIn = (name: string) => textIn(form, name).trim()
    return {
      ...operation,
      access,
      discovery: { ...operation.discovery, isListed: form.has('isListed') && !isRule(row) },
      ...(access === 'paid' && { dollars: dollarsIn(fieldOf(row, 'dollars')) || dollarsIn('dollars') }),
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
