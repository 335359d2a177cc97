import { z } from 'zod'
import { say } from '@/lib/base/sentences/say'
import { id, routeState } from '@/lib/base/x402/views'
import { gatewayInput } from '@/lib/shop/sellers/gateways/gateway-input'
import { gatewayShape, gatewaySummaryShape, getGateway, listGateways } from '@/lib/shop/sellers/gateways/gateways'
import { documentInput, documentShape, readDocument } from '@/lib/shop/sellers/gateways/read-document'
import { removeGateway, savedGatewayShape, saveGateway } from '@/lib/shop/sellers/gateways/save-gateway'
import { importInput, importPosts, importShape } from '@/lib/shop/sellers/imports/import-posts'
import { InputRefusedError, parseInput } from '@/lib/shop/sellers/input-refused-error'
import {
  listUpstreamKeys,
  makeUpstreamKey,
  upstreamKeyInput,
  upstreamKeyShape,
} from '@/lib/shop/sellers/keys/upstream-keys'
import { delistRoute, refreshListing } from '@/lib/shop/sellers/listings/listings'
import { listPassFigures, passFiguresShape } from '@/lib/shop/sellers/passes/passes'
import { archiveRoute, pauseRoute, publishRoute } from '@/lib/shop/sellers/routes/move-route'
import { routeInput } from '@/lib/shop/sellers/routes/route-input'
import { getRoute, getSale, listRoutes, routePageShape, routeShape } from '@/lib/shop/sellers/routes/routes'
import { saveFile } from '@/lib/shop/sellers/routes/save-content'
import {
  challengeShape,
  createRoute,
  duplicateRoute,
  newRouteShape,
  previewChallenge,
  previewShape,
  updateRoute,
} from '@/lib/shop/sellers/routes/write-route'
import { pageQuery } from '@/lib/shop/sellers/views'
import { operation, type SellerOperation } from './operation'

const listQuery = z
  .object({
    state: routeState.optional().describe('Every state but archived when omitted.'),
    search: z.string().max(100).optional().describe('A part of the title or path.'),
    ...pageQuery,
  })
  .strict()

const copyInput = z.object({ path: z.string().max(400) }).strict()
const fileQuery = z.object({ name: z.string().max(200).describe('What buyers save it as.') }).strict()

const moving = (move: string, summary: string, verb: typeof pauseRoute): SellerOperation =>
  operation(`POST /routes/{routeId}/${move}`, 'routes:write', {
    summary,
    answer: routeShape,
    run: async (call) => {
      await verb(call.context, call.actor, call.params.routeId)
      return getRoute(call.context, call.actor, call.params.routeId)
    },
  })

export const routeOperations = {
  listRoutes: operation('GET /routes', 'routes:read', {
    summary: 'Lists the routes of the shop, newest first.',
    query: listQuery,
    answer: routePageShape,
    run: ({ context, actor, query: { state, ...page } }) =>
      listRoutes(context, actor, { ...page, ...(state && { states: [state] }) }),
  }),
  createRoute: operation('POST /routes', 'routes:write', {
    summary: 'Makes a route. A live one answers 402 at once; one for a file stays a draft until its file is there.',
    body: routeInput,
    answer: newRouteShape,
    successStatus: 201,
    run: ({ context, actor, body }) => createRoute(context, actor, body),
  }),
  previewChallenge: operation('POST /routes/preview', 'routes:read', {
    summary: 'Shows the 402 of a route that is not saved, or why it could not be.',
    body: routeInput,
    answer: previewShape,
    run: ({ context, actor, body }) => previewChallenge(context, actor, body),
  }),
  getRoute: operation('GET /routes/{routeId}', 'routes:read', {
    summary: 'A route with its content and listing. Values of secret headers are never shown.',
    answer: routeShape,
    isVersioned: true,
    run: (call) => getRoute(call.context, call.actor, call.params.routeId),
  }),
  updateRoute: operation('PUT /routes/{routeId}', 'routes:write', {
    summary: 'Replaces what a route says. Its kind stays, and its address once it has been live.',
    body: routeInput,
    answer: routeShape,
    isVersioned: true,
    isConditional: true,
    run: async (call) => {
      await updateRoute(call.context, call.actor, call.params.routeId, call.body, call.expected)
      return getRoute(call.context, call.actor, call.params.routeId)
    },
  }),
  getChallenge: operation('GET /routes/{routeId}/challenge', 'routes:read', {
    summary: 'The 402 that agents get; null while the route cannot be sold.',
    answer: z.object({ challenge: challengeShape.nullable() }),
    run: async (call) => ({ challenge: (await getSale(call.context, call.actor, call.params.routeId)).challenge }),
  }),
  duplicateRoute: operation('POST /routes/{routeId}/duplicate', 'routes:write', {
    summary: 'Makes a draft with the same settings and content at another path. A file is not copied.',
    body: copyInput,
    answer: z.object({ routeId: id }),
    successStatus: 201,
    run: ({ context, actor, params, body }) =>
      duplicateRoute(context, actor, params.routeId, parseInput(copyInput, body).path),
  }),
  saveFile: operation('PUT /routes/{routeId}/file', 'routes:write', {
    summary: 'Takes the file of a route in, up to 100 MB, as the body; Content-Type is kept with it.',
    query: fileQuery,
    body: 'file',
    answer: z.object({ size: z.number(), sha256: z.string() }),
    run: (call) => {
      const { stream, mediaType = '', query, size = null } = call
      if (!stream) throw new InputRefusedError({ input: say('fileBody') })
      const file = { name: query.name, mediaType, size, body: stream }
      return saveFile(call.context, call.actor, call.params.routeId, file)
    },
  }),
  importPosts: operation('PUT /imports', 'routes:write', {
    summary: 'Makes an article of each post of an export of Ghost (JSON), Substack (ZIP) or WordPress (XML), the body.',
    query: importInput,
    body: 'file',
    answer: importShape,
    run: async ({ context, actor, stream, query }) => {
      if (!stream) throw new InputRefusedError({ input: say('fileBody') })
      return importPosts(context, actor, query, stream)
    },
  }),
  listPasses: operation('GET /passes', 'routes:read', {
    summary: 'How the passes of the shop are held and used, newest first; wallets are only counted.',
    answer: z.object({ passes: z.array(passFiguresShape) }),
    run: async ({ context, actor }) => ({ passes: await listPassFigures(context, actor) }),
  }),

  publishRoute: moving('publish', 'Starts selling, or goes on after a pause.', publishRoute),
  pauseRoute: moving('pause', 'Stops selling for a while.', pauseRoute),
  archiveRoute: moving('archive', 'Removes a route permanently; its payments stay.', archiveRoute),
  delistRoute: moving('delist', 'Takes a route out of the bazaar; it is sold on.', delistRoute),
  refreshListing: moving('refresh-listing', 'Has the bazaar look at a route again.', refreshListing),
}

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
    run: ({ context, actor, body }) => saveGateway(context, actor, null, body),
  }),
  readApiDocument: operation('POST /gateways/documents', 'routes:read', {
    summary:
      'Reads an OpenAPI 3 or Swagger 2 document into operations for a gateway, and says what differs from one that there is. Changes nothing.',
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
    run: (call) => removeGateway(call.context, call.actor, call.params.gatewayId),
  }),
}
