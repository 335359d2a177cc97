import { maySpeakForCookie } from '@/lib/base/http/request-headers'
import { type Database, type DatabaseTransaction, sql } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { isUuid } from '@/lib/base/infra/identifiers'
import { say } from '@/lib/base/sentences/say'
import { addressIdentity, type ProvenWallet } from '@/lib/base/x402/addresses'
import { claimWallet } from './account-wallets'
import {
  createSessionToken,
  hashSessionToken,
  readSessionCookie,
  type SessionToken,
  sessionPolicy,
} from './session-cookie'

export type FoundSession = NonNullable<Awaited<ReturnType<typeof findSession>>>

/**
 * Finds the session of a cookie; null when it is unknown, revoked, past its end or idle too long.
 * An old token that comes back late was copied: the session is revoked for both holders.
 */
export async function findSession(database: Database, { token, now }: { token: SessionToken; now: Date }) {
  const hash = hashSessionToken(token)
  const session = await database.session.findFirst({
    where: { OR: [{ tokenHash: hash }, { previousTokenHash: hash }], revokedAt: null, expiresAt: { gt: now } },
    include: { account: { include: { wallets: { orderBy: { linkedAt: 'asc' } } } } },
  })
  if (!session || now.getTime() - session.seenAt.getTime() > sessionPolicy.idleMs) return null
  const isCurrent = Buffer.compare(session.tokenHash, hash) === 0
  const sinceRotationMs = now.getTime() - session.rotatedAt.getTime()
  if (!isCurrent && sinceRotationMs > sessionPolicy.rotationGraceMs) {
    await database.session.updateMany({ where: { id: session.id, revokedAt: null }, data: { revokedAt: now } })
    return null
  }
  if (now.getTime() - session.seenAt.getTime() >= sessionPolicy.seenPrecisionMs) {
    await database.session.updateMany({ where: { id: session.id, seenAt: { lt: now } }, data: { seenAt: now } })
  }
  return {
    sessionId: session.id,
    accountId: session.accountId,
    /** Every wallet of the person, the one linked first at the front. */
    wallets: session.account.wallets.map(({ scope, address }): ProvenWallet => ({ scope, address })),
    createdAt: session.createdAt,
    expiresAt: session.expiresAt,
    /** True when the cookie should get a new token; see `rotateSession`. */
    isRotationDue: isCurrent && sinceRotationMs >= sessionPolicy.rotateAfterMs,
  }
}

/** The session that a request's cookie names; null without a valid one, or when the request is another site's. */
export async function findRequestSession(
  { database, publicOrigin }: { database: Database; publicOrigin: string },
  request: Request,
  mayUseCookie = maySpeakForCookie,
): Promise<(FoundSession & { token: SessionToken }) | null> {
  if (!mayUseCookie(request.headers, publicOrigin)) return null
  const token = readSessionCookie(publicOrigin, request.headers.get('cookie'))
  if (!token) return null
  const session = await findSession(database, { token, now: new Date() })
  return session && { ...session, token }
}

const MAX_USER_AGENT_CHARACTERS = 256

/**
 * Signs a browser in to this wallet's account, or to a new one at its first sign-in.
 * Call it only after the wallet's proof was verified and its nonce spent.
 */
export async function createSession(
  database: Database,
  { wallet, userAgent, now }: { wallet: ProvenWallet; userAgent: string | null; now: Date },
) {
  const token = createSessionToken()
  const expiresAt = new Date(now.getTime() + sessionPolicy.lifetimeMs)
  return database.$transaction(async (transaction) => {
    const accountId = await findOrCreateAccount(transaction, wallet, now)
    const session = await transaction.session.create({
      data: {
        tokenHash: hashSessionToken(token),
        accountId,
        createdAt: now,
        rotatedAt: now,
        seenAt: now,
        expiresAt,
        userAgent: userAgent?.slice(0, MAX_USER_AGENT_CHARACTERS) ?? null,
      },
      select: { id: true },
    })
    return { sessionId: session.id, accountId, token, expiresAt }
  })
}

async function findOrCreateAccount(transaction: DatabaseTransaction, wallet: ProvenWallet, now: Date): Promise<string> {
  const { scope, address } = wallet
  // Locked, so that neither it nor its account moves before the session is stored.
  const [known] = await transaction.rows<{ account_id: string }>(sql`
    SELECT account_id FROM account_wallets
    WHERE address_identity = ${addressIdentity(scope, address)} AND scope = ${scope} FOR SHARE`)
  if (known) return known.account_id
  const account = await transaction.account.create({ data: { createdAt: now }, select: { id: true } })
  const owner = await claimWallet(transaction, { wallet, accountId: account.id, now })
  // Another sign-in of the same wallet was first; its account stays, ours goes.
  if (owner !== account.id) await transaction.account.delete({ where: { id: account.id } })
  return owner
}

export async function listSessions(database: Database, { accountId, now }: { accountId: string; now: Date }) {
  const sessions = await database.session.findMany({
    where: {
      accountId,
      revokedAt: null,
      expiresAt: { gt: now },
      seenAt: { gte: new Date(now.getTime() - sessionPolicy.idleMs) },
    },
    orderBy: [{ seenAt: 'desc' }, { id: 'desc' }],
    take: 100,
    select: { id: true, userAgent: true, createdAt: true, seenAt: true, expiresAt: true },
  })
  return sessions.map(({ id, ...session }) => ({ sessionId: id, ...session }))
}

/**
 * Ends one session of an account; ending it twice is the same as once.
 * Fails with `SESSION_NOT_FOUND` for an unknown session and for another person's alike.
 */
export async function revokeSession(
  database: Database,
  { accountId, sessionId, now }: { accountId: string; sessionId: string; now: Date },
): Promise<void> {
  const known = isUuid(sessionId)
    ? await database.session.findFirst({ where: { id: sessionId, accountId }, select: { id: true } })
    : null
  if (!known) throw new DomainError('SESSION_NOT_FOUND', say('sessionUnknown'))
  await database.session.updateMany({ where: { id: sessionId, accountId, revokedAt: null }, data: { revokedAt: now } })
}

/** Ends all sessions of an account except the one that asks. Returns how many. */
export async function revokeOtherSessions(
  database: Database,
  { accountId, exceptSessionId, now }: { accountId: string; exceptSessionId: string; now: Date },
): Promise<number> {
  const { count } = await database.session.updateMany({
    where: { accountId, revokedAt: null, id: { not: exceptSessionId } },
    data: { revokedAt: now },
  })
  return count
}

/** Ends every session of every account, at once and in every instance. Returns how many. */
export async function revokeAllSessions(database: Database, now: Date): Promise<number> {
  const { count } = await database.session.updateMany({ where: { revokedAt: null }, data: { revokedAt: now } })
  return count
}

const SESSION_KEPT_MS = 24 * 3_600_000

/** Deletes sessions that ended a day ago or more. Returns how many. For a job. */
export async function purgeSessions(database: Database, now: Date): Promise<number> {
  const ended = new Date(now.getTime() - SESSION_KEPT_MS)
  const idle = new Date(ended.getTime() - sessionPolicy.idleMs)
  const { count } = await database.session.deleteMany({
    where: { OR: [{ expiresAt: { lt: ended } }, { revokedAt: { lt: ended } }, { seenAt: { lt: idle } }] },
  })
  return count
}
