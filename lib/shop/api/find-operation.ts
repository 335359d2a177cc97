import { isUuid } from '@/lib/base/infra/is-uuid'
import { matchTemplate } from '@/lib/base/x402/match-template'
import type { SellerOperation } from './operation'
import { sellerOperations } from './operations'

export type FoundOperation = { operationId: string; operation: SellerOperation; params: Record<string, string> }

/**
 * The operation of a method and a path below `/api/v1`; otherwise the methods that the path allows, which may be none.
 */
export function findOperation(method: string, path: string): FoundOperation | { allowed: string[] } {
  const candidates = Object.entries(sellerOperations).flatMap(([operationId, operation]): FoundOperation[] => {
    const params = matchTemplate(operation.path, path)
    return params && hasIds(params) ? [{ operationId, operation, params }] : []
  })
  const found = candidates.find(({ operation }) => operation.method === method)
  return found ?? { allowed: candidates.map(({ operation }) => operation.method) }
}

/** Only an id can be one; it also tells `/routes/preview` from a route's own path. */
const hasIds = (params: Record<string, string>): boolean =>
  Object.entries(params).every(([name, value]) => !name.endsWith('Id') || isUuid(value))
