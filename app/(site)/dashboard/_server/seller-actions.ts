import { claimNow } from '@/lib/sellers/channels/claim-now'
import { createSeller } from '@/lib/sellers/create-seller'
import { removeGateway } from '@/lib/sellers/gateways/remove-gateway'
import { saveGateway } from '@/lib/sellers/gateways/save-gateway'
import { saveImage } from '@/lib/sellers/images/save-image'
import { createKey } from '@/lib/sellers/keys/create-key'
import { revokeKey } from '@/lib/sellers/keys/revoke-key'
import { delistRoute } from '@/lib/sellers/listings/delist-route'
import { refreshListing } from '@/lib/sellers/listings/refresh-listing'
import { removeMailbox } from '@/lib/sellers/mail/remove-mailbox'
import { setMailbox } from '@/lib/sellers/mail/set-mailbox'
import { confirmPayTo } from '@/lib/sellers/payments/confirm-pay-to'
import { cancelRefund } from '@/lib/sellers/refunds/cancel-refund'
import { promiseRefund } from '@/lib/sellers/refunds/promise-refund'
import { recordRefund } from '@/lib/sellers/refunds/record-refund'
import { archiveRoute } from '@/lib/sellers/routes/archive-route'
import { createRoute } from '@/lib/sellers/routes/create-route'
import { duplicateRoute } from '@/lib/sellers/routes/duplicate-route'
import { pauseRoute } from '@/lib/sellers/routes/pause-route'
import { previewChallenge } from '@/lib/sellers/routes/preview-challenge'
import { publishRoute } from '@/lib/sellers/routes/publish-route'
import { saveFile } from '@/lib/sellers/routes/save-file'
import { updateRoute } from '@/lib/sellers/routes/update-route'
import { saveProfile } from '@/lib/sellers/storefront/save-profile'
import { makeUpstreamKey } from '@/lib/sellers/upstream-keys/make-upstream-key'
import { createEndpoint } from '@/lib/sellers/webhooks/create-endpoint'
import { removeEndpoint } from '@/lib/sellers/webhooks/remove-endpoint'
import { resendDelivery } from '@/lib/sellers/webhooks/resend-delivery'
import { asSeller } from './dashboard'
import { readDocumentInWords } from './read-document-in-words'

/** What sellers do on their pages. Each runs as the signed-in account, and only for this site's own pages. */
export const sellerActions = {
  createSeller: asSeller(createSeller),
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
