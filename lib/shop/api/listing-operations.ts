import { callSnippets } from '@/lib/base/x402/call-snippets'
import { getChallenge } from '@/lib/shop/sellers/routes/get-challenge'
import { getRoute } from '@/lib/shop/sellers/routes/get-route'
import { sampleCall } from '@/lib/shop/sellers/routes/sample-call'
import { type ApiCall, operation } from './operation'
import { listingChecksShape, snippetsShape } from './shapes'

async function readSale(call: ApiCall<unknown, { routeId: string }>) {
  const route = await getRoute(call.context, call.actor, call.params.routeId)
  return { route, challenge: await getChallenge(call.context, call.actor, route.routeId) }
}

export const listingOperations = {
  getListingChecks: operation('GET /routes/{routeId}/listing-checks', 'routes:read', {
    summary: 'What the bazaar finds, check by check, on the 402 of now; none while the route cannot be sold.',
    answer: listingChecksShape,
    run: async (call) => {
      const { route, challenge } = await readSale(call)
      return { checks: challenge ? call.ports.checkListing(route, challenge) : [] }
    },
  }),
  getSnippets: operation('GET /routes/{routeId}/snippets', 'routes:read', {
    summary: 'How buyers call the route, in each language; none while it cannot be sold.',
    answer: snippetsShape,
    run: async (call) => {
      const { route, challenge } = await readSale(call)
      return { snippets: challenge ? callSnippets(sampleCall(route, challenge)) : [] }
    },
  }),
}
