import { encodeHeader } from '@/lib/x402/header-codec'
import { headerNames } from '@/lib/x402/protocol-headers'
import { PAYMENT_REQUIRED_ERROR, signInRejectedError } from '@/lib/x402/reasons'
import { resolveSignInTerms } from '@/lib/x402/sign-in-challenge'
import { X402_VERSION } from '@/lib/x402/wire'
import { isDomainError } from '@/lib/infra/domain-error'
import { createSession } from '@/lib/sign-in/create-session'
import { issueChallenge } from '@/lib/sign-in/issue-challenge'
import { handOverShop } from '@/lib/sellers/hand-over-shop'
import { linkWallet } from '@/lib/sign-in/link-wallet'
import { listSessions } from '@/lib/sign-in/list-sessions'
import { revokeOtherSessions, revokeSession } from '@/lib/sign-in/revoke-session'
import { rotateSession } from '@/lib/sign-in/rotate-session'
import { buildSessionCookie } from '@/lib/sign-in/session-cookie'
import type { SessionToken } from '@/lib/sign-in/session-token'
import { verifySignIn } from '@/lib/sign-in/verify-sign-in'
import type { ProvenWallet } from '@/lib/sign-in/wallet'
import { answerProblem, privateHeaders } from './answer-problem'
import type { Application } from './application'
import { isSameOrigin } from './same-origin'
import { findRequestSession } from './session-port'

type Site = Pick<Application, 'database' | 'env' | 'shop' | 'signIn'>

/** `POST /api/session`: a wallet's sign-in proof for a session cookie; without a proof, the challenge to sign. */
export async function answerSignIn(site: Site, request: Request): Promise<Response> {
  const purpose = { path: '/api/session', statement: 'Sign in to open what this wallet has bought.' }
  const proven = await proveWallet(site, request, purpose)
  if (proven instanceof Response) return proven
  const now = new Date()
  const userAgent = request.headers.get('user-agent')
  // Always a new session, whatever cookie came along; the one that it named ends.
  const before = await findRequestSession({ database: site.database, publicOrigin: site.env.publicOrigin }, request)
  const { token } = await createSession(site.database, { wallet: proven, userAgent, now })
  if (before) await revokeSession(site.database, { ...before, now })
  return answer({ wallets: [proven] }, site, token)
}

/** `POST /api/session/wallets`: adds the wallet that signs to the person who is signed in. */
export async function answerLink(site: Site, request: Request): Promise<Response> {
  const session = await findOwnSession(site, request)
  if (session instanceof Response) return session
  const purpose = { path: '/api/session/wallets', statement: 'Add this wallet to your library.' }
  const proven = await proveWallet(site, request, purpose)
  if (proven instanceof Response) return proven
  try {
    const link = { accountId: session.accountId, wallet: proven, now: new Date(), onAccountEnds: handOverShop }
    await linkWallet(site.database, link)
  } catch (error) {
    if (!isDomainError(error)) throw error
    return answerProblem(error.code === 'SIGN_IN_REQUIRED' ? 401 : 409, error.code, error.message)
  }
  return answer({ wallets: [...session.wallets, proven] }, site)
}

/** `GET /api/session`: who is signed in and where; gives an old cookie a new token. */
export async function answerSession(site: Site, request: Request): Promise<Response> {
  const session = await findOwnSession(site, request)
  if (session instanceof Response) return session
  const now = new Date()
  const sessions = await listSessions(site.database, { accountId: session.accountId, now })
  const fresh = session.isRotationDue ? await rotateSession(site.database, { token: session.token, now }) : null
  const { sessionId, wallets } = session
  const body = { wallets, sessions: sessions.map((each) => ({ ...each, isThis: each.sessionId === sessionId })) }
  return answer(body, site, fresh ?? undefined)
}

/** `DELETE /api/session`: signs this browser out. */
export async function answerSignOut(site: Site, request: Request): Promise<Response> {
  const session = await findOwnSession(site, request)
  if (session instanceof Response) return session
  await revokeSession(site.database, { ...session, now: new Date() })
  return answer({}, site, null)
}

/** `DELETE /api/session/<id>`: ends one session; `others` in its place ends every other one. */
export async function answerRevocation(site: Site, request: Request, sessionId: string): Promise<Response> {
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
    return answerProblem(404, error.code, error.message)
  }
  return answer({}, site)
}

async function findOwnSession(site: Site, request: Request) {
  const { database, env } = site
  if (!isSameOrigin(request, env.publicOrigin)) return foreignOrigin()
  const session = await findRequestSession({ database, publicOrigin: env.publicOrigin }, request)
  return session ?? answerProblem(401, 'SIGN_IN_REQUIRED', 'Nobody is signed in here. Sign in with a wallet.')
}

/** The wallet that signed, or the answer to whoever has not: a 402 with the challenge, as any sign-in route gives. */
async function proveWallet(
  { env, shop, signIn }: Site,
  request: Request,
  { path, statement }: { path: string; statement: string },
): Promise<ProvenWallet | Response> {
  if (!isSameOrigin(request, env.publicOrigin)) return foreignOrigin()
  const uri = `${env.publicOrigin}${path}`
  const declaration = { statement, network: shop.signInNetworks, expirationSeconds: 300 }
  const terms = resolveSignInTerms(declaration, { uri, paymentNetworks: [] })
  const header = request.headers.get(headerNames.signIn)
  const result = header === null ? null : await verifySignIn(signIn, { header, terms })
  if (result?.valid) return { scope: result.scope, address: result.address }
  const challenge = {
    x402Version: X402_VERSION,
    error: result ? signInRejectedError(result.error) : PAYMENT_REQUIRED_ERROR,
    resource: { url: uri, description: statement },
    accepts: [],
    extensions: { 'sign-in-with-x': issueChallenge(signIn, { terms, now: signIn.clock() }) },
  }
  return Response.json(challenge, {
    status: 402,
    headers: { ...privateHeaders, [headerNames.paymentRequired]: encodeHeader(challenge) },
  })
}

const foreignOrigin = () =>
  answerProblem(403, 'FOREIGN_ORIGIN', 'Sessions are handled by the pages of this site alone.')

/** A token sets the cookie, null takes it away, nothing leaves it. */
function answer(body: object, { env }: Site, token?: SessionToken | null): Response {
  const headers = new Headers(privateHeaders)
  if (token !== undefined) headers.append('Set-Cookie', cookieText(buildSessionCookie(env.publicOrigin, token)))
  return Response.json(body, { headers })
}

function cookieText({ name, value, attributes }: ReturnType<typeof buildSessionCookie>): string {
  const { path, maxAge, secure } = attributes
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
