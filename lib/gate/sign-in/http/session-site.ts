import { answerProblem, privateHeaders } from '@/lib/base/http/answer-problem'
import { isSameOrigin } from '@/lib/base/http/same-origin'
import type { Database } from '@/lib/base/infra/database'
import { encodeHeader } from '@/lib/base/x402/header-codec'
import { headerNames } from '@/lib/base/x402/protocol-headers'
import { PAYMENT_REQUIRED_ERROR, signInRejectedError } from '@/lib/base/x402/reasons'
import type { SignInExtension } from '@/lib/base/x402/sign-in'
import { X402_VERSION } from '@/lib/base/x402/wire'
import type { ShopsPort } from '../ports'
import { findRequestSession } from '../sessions'
import type { SignInContext } from '../sign-in-context'

export type SessionSite = {
  database: Database
  publicOrigin: string
  signInNetworks: string[]
  signIn: SignInContext
  shops: ShopsPort
}

export async function findOwnSession(site: SessionSite, request: Request) {
  if (!isSameOrigin(request.headers, site.publicOrigin)) return foreignOrigin()
  const session = await findRequestSession(site, request)
  return session ?? answerProblem('SIGN_IN_REQUIRED', 'Nobody is signed in here. Sign in with a wallet.')
}

export const foreignOrigin = () =>
  answerProblem('FOREIGN_ORIGIN', 'Sessions are handled only by the pages of this site.')

/** A 402 with a challenge to sign, like any sign-in route's; `error` is why the last proof was refused. */
export function answerChallenge(challenge: SignInExtension, error: string | null): Response {
  const { uri, statement = '' } = challenge.info
  const body = {
    x402Version: X402_VERSION,
    error: error === null ? PAYMENT_REQUIRED_ERROR : signInRejectedError(error),
    resource: { url: uri, description: statement },
    accepts: [],
    extensions: { 'sign-in-with-x': challenge },
  }
  return Response.json(body, {
    status: 402,
    headers: { ...privateHeaders, [headerNames.paymentRequired]: encodeHeader(body) },
  })
}
