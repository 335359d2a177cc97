import { claimNow } from '@/lib/shop/sellers/channels/claim-now'
import { closeShop } from '@/lib/shop/sellers/close-shop'
import { createSeller } from '@/lib/shop/sellers/create-seller'
import { removeGateway } from '@/lib/shop/sellers/gateways/remove-gateway'
import { saveGateway } from '@/lib/shop/sellers/gateways/save-gateway'
import { saveImage } from '@/lib/shop/sellers/images/save-image'
import { createKey } from '@/lib/shop/sellers/keys/create-key'
import { revokeKey } from '@/lib/shop/sellers/keys/revoke-key'
import { delistRoute } from '@/lib/shop/sellers/listings/delist-route'
import { refreshListing } from '@/lib/shop/sellers/listings/refresh-listing'
import { removeMailbox, setMailbox } from '@/lib/shop/sellers/mail/set-mailbox'
import { confirmPayTo } from '@/lib/shop/sellers/payments/confirm-pay-to'
import { cancelRefund } from '@/lib/shop/sellers/refunds/cancel-refund'
import { promiseRefund } from '@/lib/shop/sellers/refunds/promise-refund'
import { recordRefund } from '@/lib/shop/sellers/refunds/record-refund'
import { createRoute } from '@/lib/shop/sellers/routes/create-route'
import { duplicateRoute } from '@/lib/shop/sellers/routes/duplicate-route'
import { previewChallenge } from '@/lib/shop/sellers/routes/get-challenge'
import { archiveRoute, pauseRoute, publishRoute } from '@/lib/shop/sellers/routes/move-route'
import { saveFile } from '@/lib/shop/sellers/routes/save-file'
import { updateRoute } from '@/lib/shop/sellers/routes/update-route'
import { saveProfile } from '@/lib/shop/sellers/storefront/save-profile'
import { makeUpstreamKey } from '@/lib/shop/sellers/upstream-keys/make-upstream-key'
import { createEndpoint } from '@/lib/shop/sellers/webhooks/create-endpoint'
import { removeEndpoint } from '@/lib/shop/sellers/webhooks/remove-endpoint'
import { resendDelivery } from '@/lib/shop/sellers/webhooks/resend-delivery'
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
  previewChallenge: asSeller(previewChallenge),
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
