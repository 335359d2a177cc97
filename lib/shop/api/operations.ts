import { auditOperations } from './audit-operations'
import { channelOperations } from './channel-operations'
import { gatewayOperations } from './gateway-operations'
import { imageOperations } from './image-operations'
import { listingOperations } from './listing-operations'
import { mailOperations } from './mail-operations'
import { memberOperations } from './member-operations'
import type { SellerOperation } from './operation'
import { paymentOperations } from './payment-operations'
import { proposalOperations } from './proposal-operations'
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
  ...memberOperations,
  ...proposalOperations,
  ...auditOperations,
  ...siteOperations,
}
