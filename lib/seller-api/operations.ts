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

/** Everything that the API offers, by operation id: what the pages can do, over the same verbs. */
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

/** Actions and reads of the pages that have no operation, and why. */
export const pagesAlone: Readonly<Record<string, string>> = {
  createSeller: 'A key belongs to a shop, so the caller has one already.',
  readImage: 'The preview shows with it what its writer has sent; a program has its own copy.',
  readConcerns: 'Puts together what the operations of routes, payments and webhooks tell one by one.',
}
