import { claimNow } from '@/lib/sellers/channels/claim-now'
import { createSeller } from '@/lib/sellers/create-seller'
import { readDocument } from '@/lib/sellers/gateways/read-document'
import { removeGateway } from '@/lib/sellers/gateways/remove-gateway'
import { saveGateway } from '@/lib/sellers/gateways/save-gateway'
import { type SentImage, saveImage } from '@/lib/sellers/images/save-image'
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
import { saveFile, type Upload } from '@/lib/sellers/routes/save-file'
import { updateRoute } from '@/lib/sellers/routes/update-route'
import { saveProfile } from '@/lib/sellers/storefront/save-profile'
import { makeUpstreamKey } from '@/lib/sellers/upstream-keys/make-upstream-key'
import { createEndpoint } from '@/lib/sellers/webhooks/create-endpoint'
import { removeEndpoint } from '@/lib/sellers/webhooks/remove-endpoint'
import { resendDelivery } from '@/lib/sellers/webhooks/resend-delivery'
import { runAsSeller } from './dashboard'

/** What sellers do on their pages. Each runs as the signed-in account, and only for this site's own pages. */
export const sellerActions = {
  createSeller: (input: unknown) => runAsSeller((context, actor) => createSeller(context, actor, input)),
  saveProfile: (input: unknown) => runAsSeller((context, actor) => saveProfile(context, actor, input)),
  confirmPayTo: (input: unknown, proof: string | null) =>
    runAsSeller((context, actor) => confirmPayTo(context, actor, input, proof)),
  createRoute: (input: unknown) => runAsSeller((context, actor) => createRoute(context, actor, input)),
  updateRoute: (routeId: string, input: unknown) =>
    runAsSeller((context, actor) => updateRoute(context, actor, routeId, input)),
  duplicateRoute: (routeId: string, path: string) =>
    runAsSeller((context, actor) => duplicateRoute(context, actor, routeId, path)),
  publishRoute: (routeId: string) => runAsSeller((context, actor) => publishRoute(context, actor, routeId)),
  pauseRoute: (routeId: string) => runAsSeller((context, actor) => pauseRoute(context, actor, routeId)),
  archiveRoute: (routeId: string) => runAsSeller((context, actor) => archiveRoute(context, actor, routeId)),
  delistRoute: (routeId: string) => runAsSeller((context, actor) => delistRoute(context, actor, routeId)),
  refreshListing: (routeId: string) => runAsSeller((context, actor) => refreshListing(context, actor, routeId)),
  previewChallenge: (input: unknown) => runAsSeller((context, actor) => previewChallenge(context, actor, input)),
  readApiDocument: (input: unknown) => runAsSeller((context, actor) => readDocument(context, actor, input)),
  saveGateway: (gatewayId: string | null, input: unknown) =>
    runAsSeller((context, actor) => saveGateway(context, actor, gatewayId, input)),
  makeUpstreamKey: (input: unknown) => runAsSeller((context, actor) => makeUpstreamKey(context, actor, input)),
  removeGateway: (gatewayId: string) => runAsSeller((context, actor) => removeGateway(context, actor, gatewayId)),
  saveFile: (routeId: string, file: Upload) => runAsSeller((context, actor) => saveFile(context, actor, routeId, file)),
  saveImage: (image: SentImage) => runAsSeller((context, actor) => saveImage(context, actor, image)),
  claimNow: () => runAsSeller((context, actor) => claimNow(context, actor)),
  promiseRefund: (paymentId: string, input: unknown) =>
    runAsSeller((context, actor) => promiseRefund(context, actor, paymentId, input)),
  recordRefund: (refundId: string, transaction: string) =>
    runAsSeller((context, actor) => recordRefund(context, actor, refundId, { transaction })),
  cancelRefund: (refundId: string) => runAsSeller((context, actor) => cancelRefund(context, actor, refundId)),
  createKey: (input: unknown, proof: string | null) =>
    runAsSeller((context, actor) => createKey(context, actor, input, proof)),
  revokeKey: (keyId: string) => runAsSeller((context, actor) => revokeKey(context, actor, keyId)),
  createEndpoint: (input: unknown) => runAsSeller((context, actor) => createEndpoint(context, actor, input)),
  removeEndpoint: (endpointId: string) => runAsSeller((context, actor) => removeEndpoint(context, actor, endpointId)),
  setMailbox: (input: unknown) => runAsSeller((context, actor) => setMailbox(context, actor, input)),
  removeMailbox: () => runAsSeller((context, actor) => removeMailbox(context, actor)),
  resendDelivery: (deliveryId: string) => runAsSeller((context, actor) => resendDelivery(context, actor, deliveryId)),
}
