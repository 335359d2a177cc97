import { z } from 'zod'
import { ruled } from '@/lib/base/sentences/say'
import { createEndpoint, endpointInput } from '@/lib/shop/sellers/webhooks/create-endpoint'
import { deliveryPageShape, listDeliveries } from '@/lib/shop/sellers/webhooks/list-deliveries'
import { endpointShape, listEndpoints } from '@/lib/shop/sellers/webhooks/list-endpoints'
import { removeEndpoint } from '@/lib/shop/sellers/webhooks/remove-endpoint'
import { resendDelivery } from '@/lib/shop/sellers/webhooks/resend-delivery'
import { operation, pageLimit } from './operation'
import { newWebhookShape } from './shapes'

const pageQuery = z
  .object({
    cursor: z
      .string()
      .regex(/^\d{1,14}\.[0-9a-f-]{36}$/, ruled('cursorInvalid'))
      .optional(),
    limit: pageLimit,
  })
  .strict()

export const webhookOperations = {
  listWebhooks: operation('GET /webhooks', 'webhooks:read', {
    summary: 'Lists the webhooks of the shop.',
    answer: z.object({ webhooks: z.array(endpointShape) }),
    run: async ({ context, actor }) => ({ webhooks: await listEndpoints(context, actor) }),
  }),
  createWebhook: operation('POST /webhooks', 'webhooks:write', {
    summary: 'Adds a webhook. The key that signs its deliveries is shown this once.',
    body: endpointInput,
    answer: newWebhookShape,
    successStatus: 201,
    refusals: [409],
    run: ({ context, actor, body }) => createEndpoint(context, actor, body),
  }),
  removeWebhook: operation('DELETE /webhooks/{endpointId}', 'webhooks:write', {
    summary: 'Takes a webhook away with all that was delivered to it.',
    run: (call) => removeEndpoint(call.context, call.actor, call.params.endpointId),
  }),
  listDeliveries: operation('GET /webhooks/{endpointId}/deliveries', 'webhooks:read', {
    summary: 'Lists what was sent to a webhook, newest first, with the last try.',
    query: pageQuery,
    answer: deliveryPageShape,
    run: (call) => listDeliveries(call.context, call.actor, { ...call.query, endpointId: call.params.endpointId }),
  }),
  resendDelivery: operation('POST /deliveries/{deliveryId}/resend', 'webhooks:write', {
    summary: 'Sends a delivery again as it was, with a new signature.',
    run: (call) => resendDelivery(call.context, call.actor, call.params.deliveryId),
  }),
}
