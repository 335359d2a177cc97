import type { IncomingMessage } from 'node:http'
import type { FetchAnswer } from '@/lib/base/http/fetch-answer'
import { createPlainRoutes, ofFramework, type PlainRoutes } from '@/lib/base/http/find-plain-route'
import { answerLink } from '@/lib/gate/sign-in/http/answer-link-request'
import {
  answerRevocation,
  answerSession,
  answerSignIn,
  answerSignOut,
  type SessionSite,
} from '@/lib/gate/sign-in/http/answer-session-request'
import { demoRoute } from '@/lib/site/compose/demo-route'
import { running } from '@/lib/site/compose/running'
import { answerGoods } from './answer-goods'
import { policyOf } from './content-security-policy'
import { devnetRoutes } from './devnet-routes'
import { forMethods, programRoutes } from './program-routes'

const answerSold: FetchAnswer = (request) => answerGoods(request, (sale) => running('shop').storedRoutes.answer(sale))

/** Paid addresses: programs get the goods, and people pages of them. */
const goodsRoutes: PlainRoutes = {
  '/api/profile': demoRoute('GET /api/profile'),
  '/api/random': demoRoute('GET /api/random'),
  '/api/summarize': demoRoute('POST /api/summarize'),
  '/api/users/[userId]': demoRoute('GET /api/users/[userId]'),
  '/weather': demoRoute('GET /weather'),
  '/x/[handle]/[...path]': forMethods(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], answerSold),
}

const session =
  (answer: (site: SessionSite, request: Request) => Promise<Response>): FetchAnswer =>
  (request) =>
    answer(running('site').sessions, request)

const sessionRoutes: PlainRoutes = {
  '/api/session': { GET: session(answerSession), POST: session(answerSignIn), DELETE: session(answerSignOut) },
  '/api/session/[sessionId]': {
    DELETE: async (request, { params }: { params: Promise<{ sessionId: string }> }) =>
      answerRevocation(running('site').sessions, request, (await params).sessionId),
  },
  '/api/session/wallets': { POST: session(answerLink) },
}

/** Addresses of which the framework has no file. */
export const ownRoutes: PlainRoutes = { ...programRoutes, ...goodsRoutes, ...sessionRoutes, ...devnetRoutes }

export const otherRoutes = ofFramework({
  GET: `/.well-known/security.txt /.well-known/x402 /favicon.ico /llms.txt /mark /openapi.json /preview /robots.txt /sitemap.xml
    /api/dashboard/images/[imageId] /api/receipts/[paymentId] /bazaar/icon/[entryId] /dashboard/payments/export
    /image/[imageId]/[width] /language/[language] /library/copies /library/copies/[paymentId] /shop/[handle]/[...path] /shop/[handle]/feed.xml`,
  POST: '/api/dashboard/images /api/mail/unsubscribe /api/rpc/[network] /bazaar/relay',
  PUT: '/api/dashboard/import /api/dashboard/routes/[routeId]/file',
})

const find = createPlainRoutes({ ...ownRoutes, ...otherRoutes })

/** Finds the answer without the framework. A page of goods gets its policy here, as other pages do from the proxy. */
export function findAnswer(request: IncomingMessage): FetchAnswer | null {
  const answer = find(request)
  const { url = '', headers } = request
  if (!answer || !headers.accept?.includes('text/html')) return answer
  const policy = policyOf(url)
  headers['content-security-policy'] = policy
  return async (received) => {
    const response = await answer(received)
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
    if (isPage && !response.headers.has('content-security-policy'))
      response.headers.set('content-security-policy', policy)
    return response
  }
}
