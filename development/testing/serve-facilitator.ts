import { problemResponse } from '@/lib/base/http/problem'
import type { FacilitatorHttp } from '@/lib/facilitator/http/create-facilitator-http'

/** The facilitator's endpoints under `/facilitator`, for processes that serve nothing else. */
export function serveFacilitator(http: FacilitatorHttp): (request: Request) => Promise<Response> {
  const routes = new Map([
    ['POST /facilitator/verify', http.verify],
    ['POST /facilitator/settle', http.settle],
    ['POST /facilitator/accepts', http.accepts],
    ['GET /facilitator/supported', http.supported],
    ['GET /facilitator/health', http.health],
    ['GET /facilitator/openapi.json', http.openapi],
  ])
  return async (request) => {
    const { pathname } = new URL(request.url)
    const answer = routes.get(`${request.method} ${pathname}`)
    return answer?.(request) ?? problemResponse({ status: 404, code: 'not_found', detail: 'There is nothing here.' })
  }
}
