import { z } from 'zod'
import { say } from '@/lib/base/sentences/say'
import { callSnippets } from '@/lib/base/x402/call-snippets'
import { findSeller } from '@/lib/shop/sellers/find-seller'
import { InputRefusedError } from '@/lib/shop/sellers/input-refused-error'
import { fixListing } from '@/lib/shop/sellers/listings/fix-listing'
import { getChallenge } from '@/lib/shop/sellers/routes/get-challenge'
import { getRoute, routeShape } from '@/lib/shop/sellers/routes/get-route'
import { sampleCall } from '@/lib/shop/sellers/routes/sample-call'
import { type ApiCall, operation } from './operation'
import { listingChecksShape, snippetsShape } from './shapes'

const fixInput = z.object({ check: z.string().max(100) }).strict()

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
      const shopName = (await findSeller(call.context, call.actor))?.name ?? ''
      return { checks: challenge ? call.ports.checkListing(route, challenge, shopName) : [] }
    },
  }),
  fixListing: operation('POST /routes/{routeId}/fix-listing', 'routes:write', {
    summary: 'Mends one check of the listing that `isFixable`.',
    body: fixInput,
    answer: routeShape,
    refusals: [409],
    run: async (call) => {
      const fix = fixInput.safeParse(call.body)
      if (!fix.success) throw new InputRefusedError({ check: say('checkIdInvalid') })
      await fixListing(call.context, call.actor, call.params.routeId, fix.data.check)
      return getRoute(call.context, call.actor, call.params.routeId)
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
