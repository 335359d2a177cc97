import { z } from 'zod'
import { gatewayInput } from '@/lib/shop/sellers/gateways/gateway-input'
import { gatewayShape, gatewaySummaryShape, getGateway, listGateways } from '@/lib/shop/sellers/gateways/gateways'
import { documentInput, documentShape, readDocument } from '@/lib/shop/sellers/gateways/read-document'
import { removeGateway, savedGatewayShape, saveGateway } from '@/lib/shop/sellers/gateways/save-gateway'
import {
  listUpstreamKeys,
  makeUpstreamKey,
  upstreamKeyInput,
  upstreamKeyShape,
} from '@/lib/shop/sellers/keys/upstream-keys'
import { operation } from './operation'

const newUpstreamKeyShape = upstreamKeyShape
  .omit({ createdAt: true })
  .extend({ key: z.string().describe('Shown this once.') })

export const gatewayOperations = {
  listGateways: operation('GET /gateways', 'routes:read', {
    summary: 'Lists the gateways of the shop, newest first.',
    answer: z.object({ gateways: z.array(gatewaySummaryShape) }),
    run: async ({ context, actor }) => ({ gateways: await listGateways(context, actor) }),
  }),
  createGateway: operation('POST /gateways', 'routes:write', {
    summary: 'Sells a service as it is: each operation gets a route below the prefix. What is not named is refused.',
    body: gatewayInput,
    answer: savedGatewayShape,
    successStatus: 201,
    refusals: [409],
    run: ({ context, actor, body }) => saveGateway(context, actor, null, body),
  }),
  readApiDocument: operation('POST /gateways/documents', 'routes:read', {
    summary:
      'Reads an OpenAPI 3 document into operations for a gateway, and says what differs from one that there is. Changes nothing.',
    body: documentInput,
    answer: documentShape,
    run: ({ context, actor, body }) => readDocument(context, actor, body),
  }),
  getGateway: operation('GET /gateways/{gatewayId}', 'routes:read', {
    summary: 'A gateway with its operations. Values of secret headers are never shown.',
    answer: gatewayShape,
    isVersioned: true,
    run: (call) => getGateway(call.context, call.actor, call.params.gatewayId),
  }),
  updateGateway: operation('PUT /gateways/{gatewayId}', 'routes:write', {
    summary: 'Makes a gateway be as it says: operations are added, changed, and archived where they are not named.',
    body: gatewayInput,
    answer: savedGatewayShape,
    isConditional: true,
    refusals: [409],
    run: (call) => saveGateway(call.context, call.actor, call.params.gatewayId, call.body, call.expected),
  }),
  listUpstreamKeys: operation('GET /upstream-keys', 'routes:read', {
    summary: 'The keys by which your own servers know who paid: the one that signs, and the one that will.',
    answer: z.object({ keys: z.array(upstreamKeyShape) }),
    run: async ({ context, actor }) => ({ keys: await listUpstreamKeys(context, actor) }),
  }),
  makeUpstreamKey: operation('POST /upstream-keys', 'routes:write', {
    summary:
      'Makes such a key, shown this once. The first signs at once, a further one in an hour, or at once with `now`.',
    body: upstreamKeyInput,
    answer: newUpstreamKeyShape,
    successStatus: 201,
    run: ({ context, actor, body }) => makeUpstreamKey(context, actor, body),
  }),
  removeGateway: operation('DELETE /gateways/{gatewayId}', 'routes:write', {
    summary: 'Archives all operations of a gateway and forgets it; payments stay.',
    refusals: [409],
    run: (call) => removeGateway(call.context, call.actor, call.params.gatewayId),
  }),
}
