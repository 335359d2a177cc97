import type { GatewayView, OperationView } from '@/lib/shop/sellers/gateways/gateways'
import type { OperationInWords } from '../../_server/document-in-words'

/** An operation's access; `left_out` is not sent, so that nothing answers there. */
export type RowAccess = OperationView['access'] | 'left_out'

type Said = Pick<
  OperationView,
  'method' | 'path' | 'title' | 'description' | 'query' | 'mimeType' | 'isStreaming' | 'discovery'
>

export type OperationRow = Said & {
  key: string
  access: RowAccess
  /** Empty: the price of all. */
  dollars: string
  metering: OperationView['metering']
  chargeOn: OperationView['chargeOn']
  /** The limit of a streamed body; empty where the body is held first. */
  uploadMegabytes: string
  /** How long a streamed answer may last; empty: the usual time. */
  streamSeconds: string
  change: 'new' | 'changed' | 'same' | 'gone' | null
  problem: string | null
  /** Parts of it that a newly read document has and that were not read. */
  unread: string[]
}

const keyOf = ({ method, path }: Pick<OperationRow, 'method' | 'path'>) =>
  `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}').replace(/(.)\/$/, '$1')}`

export const rowsOf = (gateway: GatewayView | null): OperationRow[] =>
  (gateway?.operations ?? []).map((operation) => ({
    ...FRESH,
    ...saidOf(operation),
    key: keyOf(operation),
    access: operation.access,
    dollars: operation.dollars ?? '',
    metering: operation.metering,
    chargeOn: operation.chargeOn,
    uploadMegabytes: megabytesOf(operation.maxUploadBytes),
    streamSeconds: String(operation.streamSeconds),
  }))

const FRESH = {
  dollars: '',
  metering: null,
  chargeOn: 'body' as const,
  uploadMegabytes: '',
  streamSeconds: '',
  change: null,
  problem: null,
  unread: [],
}

const saidOf = ({ method, path, title, description, query, mimeType, isStreaming, discovery }: Said): Said => ({
  method,
  path,
  title,
  description,
  query,
  mimeType,
  isStreaming,
  discovery,
})

/** Sizes as sellers write them: megabytes of a million bytes, empty for none. */
const megabytesOf = (bytes: number | null): string => (bytes === null ? '' : String(bytes / 1_000_000))

/** Whole bytes; null for an empty text, NaN for one that is no number. */
const bytesOf = (megabytes: string): number | null =>
  megabytes.trim() === '' ? null : Math.round(Number(megabytes) * 1_000_000)

/** A document's operations, with the prices of existing ones; then those that it no longer has. */
export function mergeRows(rows: OperationRow[], proposed: OperationInWords[]): OperationRow[] {
  const known = new Map(rows.map((row) => [row.key, row]))
  const merged = proposed.map((operation): OperationRow => {
    const before = known.get(keyOf(operation))
    const { change, problem, unread, isCallable } = operation
    const discovery = { ...operation.discovery, isListed: before?.discovery.isListed ?? true }
    return {
      ...(before ?? FRESH),
      ...saidOf({ ...operation, discovery }),
      key: keyOf(operation),
      access: before?.access ?? (problem || !isCallable ? 'left_out' : 'paid'),
      // Streamed where either says so: a held stream of events would never end.
      isStreaming: operation.isStreaming || (before?.isStreaming ?? false),
      change: change === null && rows.length > 0 ? (before ? 'same' : 'new') : change,
      problem,
      unread,
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

export const operationsOf = (rows: OperationRow[], commonDollars: string) =>
  rows
    .filter(({ access }) => access !== 'left_out')
    .map(({ access, dollars, metering, uploadMegabytes, streamSeconds, ...row }) => {
      const { key: _key, change: _change, problem: _problem, unread: _unread, ...said } = row
      return {
        ...said,
        access,
        maxUploadBytes: bytesOf(uploadMegabytes),
        ...(streamSeconds.trim() !== '' && { streamSeconds: Number(streamSeconds) }),
        ...(access === 'paid' && { dollars: dollars.trim() || commonDollars.trim(), metering }),
      }
    })
