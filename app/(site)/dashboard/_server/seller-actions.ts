import { removeGateway, saveGateway } from '@/lib/shop/sellers/gateways/save-gateway'
import { saveImage } from '@/lib/shop/sellers/images/save-image'
import { createKey, revokeKey } from '@/lib/shop/sellers/keys/keys'
import { makeUpstreamKey } from '@/lib/shop/sellers/keys/upstream-keys'
import { delistRoute, refreshListing } from '@/lib/shop/sellers/listings/listings'
import { removeMailbox, setMailbox } from '@/lib/shop/sellers/mail/mailbox'
import { claimNow } from '@/lib/shop/sellers/payments/channels'
import { confirmPayTo } from '@/lib/shop/sellers/payments/payees'
import { cancelRefund, promiseRefund, recordRefund } from '@/lib/shop/sellers/refunds/refunds'
import { archiveRoute, pauseRoute, publishRoute } from '@/lib/shop/sellers/routes/move-route'
import { saveFile } from '@/lib/shop/sellers/routes/save-content'
import { createRoute, duplicateRoute, updateRoute } from '@/lib/shop/sellers/routes/write-route'
import { closeShop, createSeller } from '@/lib/shop/sellers/shop'
import { saveProfile } from '@/lib/shop/sellers/storefront/profile'
import { resendDelivery } from '@/lib/shop/sellers/webhooks/deliveries'
import { createEndpoint, removeEndpoint } from '@/lib/shop/sellers/webhooks/endpoints'
import { asSeller } from './dashboard'
import { readDocumentInWords } from './read-document-in-words'

/** Sellers' actions on their pages. Each runs as the signed-in account, and only for this site's own pages. */
export const sellerActions = {
  createSeller: asSeller(createSeller),
  closeShop: asSeller(closeShop),
  saveProfile: asSeller(saveProfile),
  confirmPayTo: asSeller(confirmPayTo),
  createRoute: asSeller(createRoute),
  updateRoute: asSeller(updateRoute),
  duplicateRoute: asSeller(duplicateRoute),
  publishRoute: asSeller(publishRoute),
  pauseRoute: asSeller(pauseRoute),
  archiveRoute: asSeller(archiveRoute),
  delistRoute: asSeller(delistRoute),
  refreshListing: asSeller(refreshListing),
  readApiDocument: asSeller(readDocumentInWords),
  saveGateway: asSeller(saveGateway),
  makeUpstreamKey: asSeller(makeUpstreamKey),
  removeGateway: asSeller(removeGateway),
  saveFile: asSeller(saveFile),
  saveImage: asSeller(saveImage),
  claimNow: asSeller(claimNow),
  promiseRefund: asSeller(promiseRefund),
  recordRefund: asSeller(recordRefund),
  cancelRefund: asSeller(cancelRefund),
  createKey: asSeller(createKey),
  revokeKey: asSeller(revokeKey),
  createEndpoint: asSeller(createEndpoint),
  removeEndpoint: asSeller(removeEndpoint),
  setMailbox: asSeller(setMailbox),
  removeMailbox: asSeller(removeMailbox),
  resendDelivery: asSeller(resendDelivery),
}
