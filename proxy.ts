import { type NextRequest, NextResponse } from 'next/server'
import { policyOf } from '@/app/_server/content-security-policy'
import { findFormFault, refuseRequest } from '@/lib/base/http/find-request-fault'
import { CHALLENGE_HEADER_NAME } from '@/lib/base/x402/audience'

/**
 * Gives every page its Content-Security-Policy with a fresh nonce. Matched only for browsers' navigations,
 * so that agents and API calls never pay for it in time.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  const fault = await findFormFault(request)
  if (fault) return refuseRequest(fault)
  // The checkout page is asked for by the gate, inside an answer that has its policy, and so its nonce, already.
  const given = request.headers.has(CHALLENGE_HEADER_NAME) ? request.headers.get('content-security-policy') : null
  const policy = given ?? policyOf(request.nextUrl.pathname)
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  // What sellers wrote gets its own policy, which this one would displace.
  const hasOwnPolicy = /^\/(bazaar\/icon|image)\//.test(request.nextUrl.pathname)
  if (!hasOwnPolicy) response.headers.set('content-security-policy', policy)
  return response
}

export const config = {
  matcher: [
    {
      source: '/((?!_next/static|_next/image|fonts/).*)',
      has: [{ type: 'header', key: 'accept', value: '.*text/html.*' }],
    },
    // A shop's page is one for every reader.
    '/x/:handle',
    // Only pages take forms; paid routes and APIs read their bodies themselves.
    {
      source: '/((?!_next/static/|fonts/|x/|api/|mcp/|mcp$|facilitator/|devnet/).*)',
      has: [{ type: 'header', key: 'content-type', value: 'multipart/form-data.*' }],
    },
  ],
}
