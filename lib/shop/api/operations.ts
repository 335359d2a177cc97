import { z } from 'zod'
import { isUuid } from '@/lib/base/infra/identifiers'
import { say } from '@/lib/base/sentences/say'
import { callSnippets } from '@/lib/base/x402/call-snippets'
import { matchTemplate } from '@/lib/base/x402/match-template'
import { id } from '@/lib/base/x402/views'
import { channelOperations } from '@/lib/channels/shop/operations'
import {
  changePageQuery,
  changePageShape,
  listAllChanges,
  listChanges,
  siteChangePageQuery,
  siteChangePageShape,
} from '@/lib/shop/sellers/audit/changes'
import { savedImageShape, saveImage } from '@/lib/shop/sellers/images/save-image'
import { InputRefusedError } from '@/lib/shop/sellers/input-refused-error'
import { getMailbox, mailboxInput, mailboxShape, removeMailbox, setMailbox } from '@/lib/shop/sellers/mail/mailbox'
import { getShop, listShops, siteShopPageShape, siteShopShape } from '@/lib/shop/sellers/operating/shops'
import { listSuspensions, suspend, suspendedShape, suspensionInput } from '@/lib/shop/sellers/operating/suspensions'
import {
  cancelRefund,
  listPaymentRefunds,
  promisedRefundShape,
  promiseRefund,
  recordedRefundShape,
  recordRefund,
  refundAmountInput,
  refundsShape,
  refundTransactionInput,
} from '@/lib/shop/sellers/refunds/refunds'
import { getSale } from '@/lib/shop/sellers/routes/routes'
import { sampleCall } from '@/lib/shop/sellers/routes/sample-call'
import { pageQuery, timePageQuery } from '@/lib/shop/sellers/views'
import { deliveryPageShape, listDeliveries, resendDelivery } from '@/lib/shop/sellers/webhooks/deliveries'
import {
  createEndpoint,
  endpointInput,
  endpointShape,
  listEndpoints,
  removeEndpoint,
} from '@/lib/shop/sellers/webhooks/endpoints'
import {
  listingChecksShape,
  type OperationCaller,
  type OperationRequest,
  operation,
  type SellerOperation,
} from './operation'
import { gatewayOperations, routeOperations } from './route-operations'
import { paymentOperations, shopOperations } from './shop-operations'

const webhookOperations = {
  listWebhooks: operation('GET /webhooks', 'webhooks:read', {
    summary: 'Lists the webhooks of the shop.',
    answer: z.object({ webhooks: z.array(endpointShape) }),
    run: async ({ context, actor }) => ({ webhooks: await listEndpoints(context, actor) }),
  }),
  createWebhook: operation('POST /webhooks', 'webhooks:write', {
    summary: 'Adds a webhook. The key that signs its deliveries is shown this once.',
    body: endpointInput,
    answer: z.object({ endpointId: id, key: z.string().describe('Shown this once.') }),
    successStatus: 201,
    run: ({ context, actor, body }) => createEndpoint(context, actor, body),
  }),
  removeWebhook: operation('DELETE /webhooks/{endpointId}', 'webhooks:write', {
    summary: 'Takes a webhook away with all that was delivered to it.',
    run: (call) => removeEndpoint(call.context, call.actor, call.params.endpointId),
  }),
  listDeliveries: operation('GET /webhooks/{endpointId}/deliveries', 'webhooks:read', {
    summary: 'Lists what was sent to a webhook, newest first, with the last try.',
    query: z.object(timePageQuery).strict(),
    answer: deliveryPageShape,
    run: (call) => listDeliveries(call.context, call.actor, { ...call.query, endpointId: call.params.endpointId }),
  }),
  resendDelivery: operation('POST /deliveries/{deliveryId}/resend', 'webhooks:write', {
    summary: 'Sends a delivery again as it was, with a new signature.',
    run: (call) => resendDelivery(call.context, call.actor, call.params.deliveryId),
  }),
}

/** Refunds. A wallet of the seller's sends the money; the API reserves the amount and checks the transaction. */
const refundOperations = {
  listRefunds: operation('GET /payments/{paymentId}/refunds', 'payments:read', {
    summary: 'What went back of a payment, what is promised, and what may still go back.',
    answer: refundsShape,
    run: (call) => listPaymentRefunds(call.context, call.actor, call.params.paymentId),
  }),
  promiseRefund: operation('POST /payments/{paymentId}/refunds', 'refunds:write', {
    summary: 'Keeps room for a refund until it is sent or cancelled, and says what to send to whom. Moves no money.',
    body: refundAmountInput,
    answer: promisedRefundShape,
    successStatus: 201,
    run: (call) => promiseRefund(call.context, call.actor, call.params.paymentId, call.body),
  }),
  recordRefund: operation('POST /refunds/{refundId}/transaction', 'refunds:write', {
    summary: 'Records the transaction that sent a promised refund, once the chain shows it.',
    body: refundTransactionInput,
    answer: recordedRefundShape,
    run: (call) => recordRefund(call.context, call.actor, call.params.refundId, call.body),
  }),
  cancelRefund: operation('DELETE /refunds/{refundId}', 'refunds:write', {
    summary: 'Takes back a promise for which nothing was sent.',
    run: (call) => cancelRefund(call.context, call.actor, call.params.refundId),
  }),
}

const mailOperations = {
  getMailbox: operation('GET /mailbox', 'webhooks:read', {
    summary: 'Shows where the shop is told of its sales by e-mail.',
    answer: mailboxShape,
    run: ({ context, actor }) => getMailbox(context, actor),
  }),
  setMailbox: operation('PUT /mailbox', 'webhooks:write', {
    summary:
      'Sets where the shop is told of its sales by e-mail: of each, or of those of a day. A new address has to be confirmed by a link first.',
    body: mailboxInput,
    answer: z.object({ address: z.string(), isConfirmed: z.boolean() }),
    run: ({ context, actor, body }) => setMailbox(context, actor, body),
  }),
  removeMailbox: operation('DELETE /mailbox', 'webhooks:write', {
    summary: 'Ends e-mail to the shop.',
    run: ({ context, actor }) => removeMailbox(context, actor),
  }),
}

const listingOperations = {
  getListingChecks: operation('GET /routes/{routeId}/listing-checks', 'routes:read', {
    summary: 'What the bazaar finds, check by check, on the 402 of now; none while the route cannot be sold.',
    answer: listingChecksShape,
    run: async (call) => {
      const { route, challenge } = await getSale(call.context, call.actor, call.params.routeId)
      return { checks: challenge ? call.ports.checkListing(route, challenge) : [] }
    },
  }),
  getSnippets: operation('GET /routes/{routeId}/snippets', 'routes:read', {
    summary: 'How buyers call the route, in each language; none while it cannot be sold.',
    answer: z.object({ snippets: z.array(z.object({ title: z.string(), name: z.string(), code: z.string() })) }),
    run: async (call) => {
      const { route, challenge } = await getSale(call.context, call.actor, call.params.routeId)
      return { snippets: challenge ? callSnippets(sampleCall(route, challenge)) : [] }
    },
  }),
}

const imageOperations = {
  saveImage: operation('POST /images', 'routes:write', {
    summary:
      'Takes an image for texts in, a still JPEG, PNG, WebP or GIF of up to 10 MB, as the body. The same bytes again are the same image.',
    body: 'file',
    answer: savedImageShape,
    successStatus: 201,
    run: ({ context, actor, stream, size = null }) => {
      if (!stream) throw new InputRefusedError({ input: say('imageBody') })
      return saveImage(context, actor, { size, body: stream })
    },
  }),
}

const auditOperations = {
  listChanges: operation('GET /changes', 'audit:read', {
    summary: 'Who changed what in the shop, newest first: payout addresses, keys, prices, refunds, webhooks and so on.',
    query: changePageQuery,
    answer: changePageShape,
    run: ({ context, actor, query }) => listChanges(context, actor, query),
  }),
}

const shopQuery = z.object({ search: z.string().max(100).optional(), ...pageQuery }).strict()

const suspensionsShape = z.object({ suspensions: z.array(suspendedShape) })

const siteOperations = {
  listShops: operation('GET /site/shops', 'site:read', {
    summary: 'For operators: the shops of the site, newest first.',
    query: shopQuery,
    answer: siteShopPageShape,
    run: ({ context, query }) => listShops(context, query),
  }),
  getSiteShop: operation('GET /site/shops/{handle}', 'site:read', {
    summary: 'For operators: a shop with its payout addresses and its routes.',
    query: shopQuery,
    answer: siteShopShape,
    run: (call) => getShop(call.context, call.params.handle, call.query),
  }),
  listSuspensions: operation('GET /site/suspensions', 'site:read', {
    summary: 'For operators: everything that is suspended now.',
    answer: suspensionsShape,
    run: async ({ context }) => ({ suspensions: await listSuspensions(context) }),
  }),
  suspend: operation('PUT /site/suspensions', 'site:write', {
    summary: 'For operators: suspends a shop, a route or the listing of a route; without a reason, lifts that.',
    body: suspensionInput,
    answer: suspensionsShape,
    run: async ({ context, actor, body }) => {
      await suspend(context, actor, body)
      return { suspensions: await listSuspensions(context) }
    },
  }),
  listSiteChanges: operation('GET /site/changes', 'site:read', {
    summary: 'For operators: who changed what in all shops, newest first.',
    query: siteChangePageQuery,
    answer: siteChangePageShape,
    run: ({ context, query }) => listAllChanges(context, query),
  }),
}

const operations = {
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

export const sellerOperations: Readonly<Record<string, SellerOperation>> = operations

type Operations = typeof operations
export type OperationName = keyof Operations
type OperationRun<Name extends OperationName> = Operations[Name]['run']
export type AnswerOf<Name extends OperationName> = Awaited<ReturnType<OperationRun<Name>>>
type CallOf<Name extends OperationName> = Parameters<OperationRun<Name>>[0]
export type ParametersOf<Name extends OperationName> = CallOf<Name>['params'] &
  (undefined extends CallOf<Name>['query'] ? unknown : CallOf<Name>['query'])

/** Runs an operation in this process, for a page. Fails as its verb does. */
export function runOperation<Name extends OperationName>(
  name: Name,
  caller: OperationCaller,
  parameters: ParametersOf<Name>,
  sent: OperationRequest = {},
): Promise<AnswerOf<Name>> {
  const operation: SellerOperation = operations[name]
  const isInPath = ([parameter]: [string, unknown]) => operation.path.includes(`{${parameter}}`)
  const given = Object.entries(parameters)
  const params = Object.fromEntries(given.filter(isInPath))
  const query = Object.fromEntries(given.filter((one) => !isInPath(one)))
  return operation.run({ ...caller, ...sent, params, query }) as Promise<AnswerOf<Name>> // By name.
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
