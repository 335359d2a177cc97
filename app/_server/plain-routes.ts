import { createPlainRoutes, ofFramework, type PlainRoutes } from '@/lib/base/http/find-plain-route'
import * as profile from '../api/profile/route'
import * as random from '../api/random/route'
import * as summarize from '../api/summarize/route'
import * as user from '../api/users/[userId]/route'
import * as weather from '../weather/route'
import * as sold from '../x/[...path]/route'
import { programRoutes } from './program-routes'

/**
 * Goods, which the server answers before the framework gets the request. Their files need nothing of it, so that it can
 * answer them as well: for documents, and where an address or a client is unusual.
 */
export const goodsRoutes: PlainRoutes = {
  '/api/profile': profile,
  '/api/random': random,
  '/api/summarize': summarize,
  '/api/users/[userId]': user,
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

/** In development the framework answers by the files, since it sees them change. */
const files = process.env.NODE_ENV === 'development' ? {} : { ...goodsRoutes, ...otherRoutes }

export const findAnswer = createPlainRoutes(programRoutes, files)
