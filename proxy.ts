import { type NextRequest, NextResponse } from 'next/server'
import { challengeHeaderName } from '@/lib/x402/payment-page'
import { contentSecurityPolicy, createNonce } from './app/_http/content-security-policy'

/**
 * Gives every page its Content-Security-Policy with a fresh nonce. Matched for browsers' navigations alone,
 * so that agents and API calls never pay for it in time.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  if (await isBrokenForm(request)) return NextResponse.rewrite(new URL('/refused/form_unreadable', request.url))
  const policy = policyOf(request)
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  // What sellers wrote gets a stricter policy of its own, which this one would displace.
  const isSellers = /^\/(x|bazaar\/icon)\//.test(request.nextUrl.pathname)
  if (!isSellers) response.headers.set('content-security-policy', policy)
  return response
}

/** Next.js takes a form that it cannot read for a fault of its own, and answers 500. */
async function isBrokenForm(request: NextRequest): Promise<boolean> {
  if (request.method !== 'POST' || !request.headers.get('content-type')?.startsWith('multipart/form-data')) return false
  return request
    .clone()
    .formData()
    .then(
      () => false,
      () => true,
    )
}

/** The checkout page is asked for by the gate, inside an answer that has its policy, and so its nonce, already. */
function policyOf(request: NextRequest): string {
  const given = request.headers.has(challengeHeaderName) ? request.headers.get('content-security-policy') : null
  const isDevelopment = process.env.NODE_ENV === 'development'
  const hasForms = /^\/(dashboard|bazaar|library)(\/|$)/.test(request.nextUrl.pathname)
  return given ?? contentSecurityPolicy({ nonce: createNonce(), isDevelopment, hasForms })
}

export const config = {
  matcher: [
    {
      source: '/((?!_next/static|_next/image|fonts/).*)',
      has: [{ type: 'header', key: 'accept', value: '.*text/html.*' }],
    },
    // Forms go to pages alone; what is sold and the interfaces read their bodies themselves.
    {
      source: '/((?!_next/|fonts/|x/|api/|mcp|facilitator/|devnet/).*)',
      has: [{ type: 'header', key: 'content-type', value: 'multipart/form-data.*' }],
    },
  ],
}
