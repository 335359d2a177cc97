import { answerProblem, privateHeaders } from '@/lib/base/http/problem'
import { isSameOrigin } from '@/lib/base/http/request-headers'
import type { Database, DatabaseTransaction } from '@/lib/base/infra/database'
import { isDomainError } from '@/lib/base/infra/domain-error'
import type { ProvenWallet } from '@/lib/base/x402/addresses'
import { encodeHeader } from '@/lib/base/x402/header-codec'
import { buildPaymentRequired } from '@/lib/base/x402/payment-required'
import { headerNames } from '@/lib/base/x402/protocol-headers'
import { PAYMENT_REQUIRED_ERROR, signInRejectedError } from '@/lib/base/x402/reasons'
import type { SignInExtension } from '@/lib/base/x402/sign-in'
import { resolveSignInTerms } from '@/lib/base/x402/sign-in-challenge'
import { verifySignIn } from '../check-sign-in'
import { purchaseRecordCookie } from '../purchase-record'
import { createSessionToken, hashSessionToken, type SessionToken, writeSessionCookie } from '../session-cookie'
import { createSession, findRequestSession, listSessions, revokeOtherSessions, revokeSession } from '../sessions'
import type { SignInContext } from '../sign-in-context'
import { issueChallenge } from '../sign-in-nonce'

/**
 * `POST /api/session`: exchanges a wallet's sign-in proof for a cookie; without a proof, sends the challenge. What the
 * browser received before may be another person's, as on a shared tablet: the wallet opens its own purchases itself.
 */
export async function answerSignIn(site: SessionSite, request: Request): Promise<Response> {
  const proven = await proveWallet(site, request)
  if (proven instanceof Response) return proven
  const now = new Date()
  const userAgent = request.headers.get('user-agent')
  // Always a new session; the one that a cookie names ends.
  const before = await findRequestSession(site, request)
  const { token } = await createSession(site.database, { wallet: proven, userAgent, now })
  if (before) await revokeSession(site.database, { ...before, now })
  return forgetPurchases(answer({ wallets: [proven] }, site, token), site)
}

/** `GET /api/session`: who is signed in and where; gives an old cookie a new token. */
export async function answerSession(site: SessionSite, request: Request): Promise<Response> {
  const session = await findOwnSession(site, request)
  if (session instanceof Response) return session
  const now = new Date()
  const sessions = await listSessions(site.database, { accountId: session.accountId, now })
  const fresh = session.isRotationDue ? await rotateSession(site.database, { token: session.token, now }) : null
  const { sessionId, wallets } = session
  const body = { wallets, sessions: sessions.map((each) => ({ ...each, isThis: each.sessionId === sessionId })) }
  return answer(body, site, fresh ?? undefined)
}

/** `DELETE /api/session`: signs this browser out, and makes it forget what it has bought. */
export async function answerSignOut(site: SessionSite, request: Request): Promise<Response> {
  if (!isSameOrigin(request.headers, site.publicOrigin)) return foreignOrigin()
  const session = await findRequestSession(site, request)
  if (session) await revokeSession(site.database, { ...session, now: new Date() })
  return forgetPurchases(answer({}, site, null), site)
}

/** `DELETE /api/session/<id>`: ends one session; with `others` in place of the id, every other one. */
export async function answerRevocation(site: SessionSite, request: Request, sessionId: string): Promise<Response> {
  const session = await findOwnSession(site, request)
  if (session instanceof Response) return session
  const { accountId } = session
  const now = new Date()
  try {
    await (sessionId === 'others'
      ? revokeOtherSessions(site.database, { accountId, exceptSessionId: session.sessionId, now })
      : revokeSession(site.database, { accountId, sessionId, now }))
  } catch (error) {
    if (!isDomainError(error)) throw error
    return answerProblem(error.code, error.message)
  }
  return answer({}, site)
}

function forgetPurchases(answered: Response, site: SessionSite): Response {
  answered.headers.append('Set-Cookie', purchaseRecordCookie(site, []))
  return answered
}

async function proveWallet(
  { publicOrigin, signInNetworks, signIn }: SessionSite,
  request: Request,
): Promise<ProvenWallet | Response> {
  if (!isSameOrigin(request.headers, publicOrigin)) return foreignOrigin()
  const statement = 'Sign in to open what this wallet has bought.'
  const declaration = { statement, network: signInNetworks, expirationSeconds: 300 }
  const terms = resolveSignInTerms(declaration, { uri: `${publicOrigin}/api/session`, paymentNetworks: [] })
  const header = request.headers.get(headerNames.signIn)
  const result = header === null ? null : await verifySignIn(signIn, { header, terms })
  if (result?.valid) return { scope: result.scope, address: result.address }
  return answerChallenge(issueChallenge(signIn, { terms, now: signIn.clock() }), result?.error ?? null)
}

/** A token sets the cookie, null removes it, undefined leaves it. */
function answer(body: object, { publicOrigin }: SessionSite, token?: SessionToken | null): Response {
  const headers = new Headers(privateHeaders)
  if (token !== undefined) headers.append('Set-Cookie', writeSessionCookie(publicOrigin, token))
  return Response.json(body, { headers })
}

/**
 * Gives a session a new token. The old one works a little longer, for requests on their way.
 * Null when the session is gone or another request rotated it first; that one's answer carries the new cookie.
 */
export async function rotateSession(
  database: Database,
  { token, now }: { token: SessionToken; now: Date },
): Promise<SessionToken | null> {
  const [fresh, old] = [createSessionToken(), hashSessionToken(token)]
  const { count } = await database.session.updateMany({
    where: { tokenHash: old, revokedAt: null, expiresAt: { gt: now } },
    data: { tokenHash: hashSessionToken(fresh), previousTokenHash: old, rotatedAt: now, seenAt: now },
  })
  return count === 1 ? fresh : null
}

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

const foreignOrigin = () => answerProblem('FOREIGN_ORIGIN', 'Sessions are handled only by the pages of this site.')

/** A 402 with a challenge to sign, like any sign-in route's; `error` is why the last proof was refused. */
export function answerChallenge(challenge: SignInExtension, error: string | null): Response {
  const { uri, statement = '' } = challenge.info
  const body = buildPaymentRequired({
    error: error === null ? PAYMENT_REQUIRED_ERROR : signInRejectedError(error),
    resource: { url: uri, description: statement },
    accepts: [],
    extensions: { 'sign-in-with-x': challenge },
  })
  return Response.json(body, {
    status: 402,
    headers: { ...privateHeaders, [headerNames.paymentRequired]: encodeHeader(body) },
  })
}

/** Called by sign-in when a wallet joins an account, within the transaction that links it. */
export type ShopsPort = {
  /** The account ends, as its last wallet goes: its shop moves along. A throw undoes both. */
  handOver: (transaction: DatabaseTransaction, ids: { fromAccountId: string; toAccountId: string }) => Promise<void>
  recordLink: (
    transaction: DatabaseTransaction,
    actor: { accountId: string; sessionId?: string },
    link: { address: string; scope: string; signedBy: string; fromAccountId: string | null; at: Date },
  ) => Promise<void>
}
