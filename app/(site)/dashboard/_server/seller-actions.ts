import { claimNow } from '@/lib/shop/sellers/channels/claim-now'
import { closeShop } from '@/lib/shop/sellers/close-shop'
import { createSeller } from '@/lib/shop/sellers/create-seller'
import { removeGateway } from '@/lib/shop/sellers/gateways/remove-gateway'
import { saveGateway } from '@/lib/shop/sellers/gateways/save-gateway'
import { saveImage } from '@/lib/shop/sellers/images/save-image'
import { createKey } from '@/lib/shop/sellers/keys/create-key'
import { revokeKey } from '@/lib/shop/sellers/keys/revoke-key'
import { askAudition } from '@/lib/shop/sellers/listings/auditions'
import { delistRoute } from '@/lib/shop/sellers/listings/delist-route'
import { refreshListing } from '@/lib/shop/sellers/listings/refresh-listing'
import { removeMailbox, setMailbox } from '@/lib/shop/sellers/mail/set-mailbox'
import { answerInvitation } from '@/lib/shop/sellers/members/answer-invitation'
import { changeMember, leaveShop } from '@/lib/shop/sellers/members/change-member'
import { inviteMember, withdrawMember } from '@/lib/shop/sellers/members/invite-member'
import { confirmPayTo } from '@/lib/shop/sellers/payments/confirm-pay-to'
import { approveProposal, cancelProposal, setTwoPerson } from '@/lib/shop/sellers/payments/propose'
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
  createSeller: asSeller(null, createSeller),
  closeShop: asSeller('shop:close', closeShop),
  saveProfile: asSeller('shop:write', saveProfile),
  confirmPayTo: asSeller('payees:write', confirmPayTo),
  setTwoPerson: asSeller('payees:write', setTwoPerson),
  approveProposal: asSeller('payees:write', approveProposal),
  cancelProposal: asSeller('payees:write', cancelProposal),
  createRoute: asSeller('routes:write', createRoute),
  updateRoute: asSeller('routes:write', updateRoute),
  duplicateRoute: asSeller('routes:write', duplicateRoute),
  publishRoute: asSeller('routes:write', publishRoute),
  pauseRoute: asSeller('routes:write', pauseRoute),
  archiveRoute: asSeller('routes:write', archiveRoute),
  delistRoute: asSeller('routes:write', delistRoute),
  askAudition: asSeller('routes:write', askAudition),
  refreshListing: asSeller('routes:write', refreshListing),
  previewChallenge: asSeller('routes:read', previewChallenge),
  readApiDocument: asSeller('routes:read', readDocumentInWords),
  saveGateway: asSeller('routes:write', saveGateway),
  makeUpstreamKey: asSeller('routes:write', makeUpstreamKey),
  removeGateway: asSeller('routes:write', removeGateway),
  saveFile: asSeller('routes:write', saveFile),
  saveImage: asSeller('routes:write', saveImage),
  claimNow: asSeller('claims:write', claimNow),
  promiseRefund: asSeller('refunds:write', promiseRefund),
  recordRefund: asSeller('refunds:write', recordRefund),
  cancelRefund: asSeller('refunds:write', cancelRefund),
  createKey: asSeller('keys:write', createKey),
  revokeKey: asSeller('keys:write', revokeKey),
  createEndpoint: asSeller('webhooks:write', createEndpoint),
  removeEndpoint: asSeller('webhooks:write', removeEndpoint),
  setMailbox: asSeller('webhooks:write', setMailbox),
  removeMailbox: asSeller('webhooks:write', removeMailbox),
  resendDelivery: asSeller('webhooks:write', resendDelivery),
  inviteMember: asSeller('members:write', inviteMember),
  withdrawMember: asSeller('members:write', withdrawMember),
  changeMember: asSeller('members:write', changeMember),
  leaveShop: asSeller('members:read', leaveShop),
  answerInvitation: asSeller(null, answerInvitation),
}
