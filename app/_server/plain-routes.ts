import { ofFramework, type PlainRoutes } from '@/lib/base/http/find-plain-route'
import * as profile from '../api/profile/route'
import * as random from '../api/random/route'
import * as summarize from '../api/summarize/route'
import * as user from '../api/users/[userId]/route'
import * as sellerApi from '../api/v1/[...path]/route'
import * as accepts from '../facilitator/accepts/route'
import * as merchant from '../facilitator/discovery/merchant/route'
import * as catalogDocument from '../facilitator/discovery/openapi.json/route'
import * as owner from '../facilitator/discovery/owner/route'
import * as advice from '../facilitator/discovery/preflight/route'
import * as probe from '../facilitator/discovery/probe/route'
import * as resources from '../facilitator/discovery/resources/route'
import * as search from '../facilitator/discovery/search/route'
import * as validate from '../facilitator/discovery/validate/route'
import * as health from '../facilitator/health/route'
import * as facilitatorDocument from '../facilitator/openapi.json/route'
import * as settle from '../facilitator/settle/route'
import * as supported from '../facilitator/supported/route'
import * as verify from '../facilitator/verify/route'
import * as alive from '../healthz/route'
import * as mcpDiscovery from '../mcp/discovery/route'
import * as mcpMessages from '../mcp/messages/route'
import * as mcp from '../mcp/route'
import * as mcpShop from '../mcp/shop/[handle]/route'
import * as mcpEvents from '../mcp/sse/route'
import * as metrics from '../metrics/route'
import * as ready from '../readyz/route'
import * as weather from '../weather/route'
import * as sold from '../x/[...path]/route'

/**
 * The routes of programs, which the server answers before the framework gets the request. Their files need nothing of
 * it, so that it can answer them as well: in development, and where an address or a client is unusual.
 */
export const plainRoutes: PlainRoutes = {
  '/api/profile': profile,
  '/api/random': random,
  '/api/summarize': summarize,
  '/api/users/[userId]': user,
  '/api/v1/[...path]': sellerApi,
  '/facilitator/accepts': accepts,
  '/facilitator/discovery/openapi.json': catalogDocument,
  '/facilitator/discovery/merchant': merchant,
  '/facilitator/discovery/owner': owner,
  '/facilitator/discovery/preflight': advice,
  '/facilitator/discovery/probe': probe,
  '/facilitator/discovery/resources': resources,
  '/facilitator/discovery/search': search,
  '/facilitator/discovery/validate': validate,
  '/facilitator/health': health,
  '/facilitator/openapi.json': facilitatorDocument,
  '/facilitator/settle': settle,
  '/facilitator/supported': supported,
  '/facilitator/verify': verify,
  '/healthz': alive,
  '/mcp': mcp,
  '/mcp/discovery': mcpDiscovery,
  '/mcp/messages': mcpMessages,
  '/mcp/shop/[handle]': mcpShop,
  '/mcp/sse': mcpEvents,
  '/metrics': metrics,
  '/readyz': ready,
  '/weather': weather,
  '/x/[...path]': sold,
}

export const otherRoutes = ofFramework({
  GET: `/.well-known/security.txt /.well-known/x402 /favicon.ico /llms.txt /mark /openapi.json /preview /robots.txt /sitemap.xml
    /api/dashboard/images/[imageId] /api/receipts/[paymentId] /bazaar/icon/[entryId] /dashboard/payments/export
    /image/[imageId]/[width] /language/[language] /library/copies /library/copies/[paymentId] /shop/[handle]/[...path] /shop/[handle]/feed.xml`,
  POST: '/api/dashboard/images /api/mail/unsubscribe /api/rpc/[network] /api/session/wallets /bazaar/relay',
  PUT: '/api/dashboard/import /api/dashboard/routes/[routeId]/file',
  DELETE: '/api/session/[sessionId]',
  'GET POST DELETE': '/api/session',
})
