import { isUuid } from '@/lib/sellers/is-uuid'
import type { SellerOperation } from './operation'
import { sellerOperations } from './operations'

export type FoundOperation = { operationId: string; operation: SellerOperation; params: Record<string, string> }

type Compiled = { operationId: string; operation: SellerOperation; segments: string[] }

const compiled: Compiled[] = Object.entries(sellerOperations).map(([operationId, operation]) => ({
  operationId,
  operation,
  segments: operation.path.split('/').slice(1),
}))

/** What a method and path below `/api/v1` mean; methods that the path has instead, none for a path that is nothing. */
export function findOperation(method: string, path: string): FoundOperation | { allowed: string[] } {
  const segments = decode(path.split('/').slice(1))
  const candidates = segments === null ? [] : compiled.filter((each) => matches(each.segments, segments))
  // A path that is written out goes before one with a parameter: `/routes/preview` is no route's id.
  const fixed = candidates.filter(({ segments: own }) => own.every((segment) => !segment.startsWith('{')))
  const meant = fixed.length > 0 ? fixed : candidates
  const found = meant.find(({ operation }) => operation.method === method)
  if (!found || segments === null) return { allowed: meant.map(({ operation }) => operation.method) }
  const named = found.segments.flatMap((segment, position): [string, string][] =>
    segment.startsWith('{') ? [[segment.slice(1, -1), segments[position] ?? '']] : [],
  )
  return { operationId: found.operationId, operation: found.operation, params: Object.fromEntries(named) }
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length && pattern.every((segment, position) => fits(segment, segments[position] ?? ''))
  )
}

/** An invalid id belongs to no shop, so no verb is called. */
function fits(pattern: string, segment: string): boolean {
  if (!pattern.startsWith('{')) return pattern === segment
  return pattern.endsWith('Id}') ? isUuid(segment) : segment !== ''
}

function decode(segments: string[]): string[] | null {
  try {
    return segments.map(decodeURIComponent)
  } catch {
    return null
  }
}
