import { isUuid } from '@/lib/base/infra/is-uuid'
import { matchTemplate } from '@/lib/base/x402/match-template'
import { auditOperations } from './audit-operations'
import { channelOperations } from './channel-operations'
import { gatewayOperations } from './gateway-operations'
import { imageOperations } from './image-operations'
import { listingOperations } from './listing-operations'
import { mailOperations } from './mail-operations'
import type { SellerOperation } from './operation'
import { paymentOperations } from './payment-operations'
import { refundOperations } from './refund-operations'
import { routeOperations } from './route-operations'
import { shopOperations } from './shop-operations'
import { siteOperations } from './site-operations'
import { webhookOperations } from './webhook-operations'

/** All operations of the API by id: the same functions as the pages, over the same verbs. */
export const sellerOperations: Readonly<Record<string, SellerOperation>> = {
  ...shopOperations,
  ...routeOperations,
  ...imageOperations,
  ...gatewayOperations,
  ...listingOperations,
  ...paymentOperations,
  ...channelOperations,
  ...refundOperations,
  ...webhookOperations,
  ...mailOperations,
  ...auditOperations,
  ...siteOperations,
}

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
