import type { Database } from '@/lib/base/infra/database'
import type { ProvenWallet } from '@/lib/base/x402/proven-wallet'
import { sessionPolicy } from './session-policy'
import type { SessionToken } from './session-token'
import { hashSessionToken } from './session-token'

export type FoundSession = {
  sessionId: string
  accountId: string
  /** Every wallet of the person, the one linked first at the front. */
  wallets: ProvenWallet[]
  createdAt: Date
  expiresAt: Date
  /** True when the cookie should get a new token; see `rotateSession`. */
  isRotationDue: boolean
}

/**
 * Finds the session of a cookie; null when it is unknown, revoked, past its end or idle too long.
 * An old token that comes back late was copied: the session is revoked for both holders.
 */
export async function findSession(
  database: Database,
  { token, now }: { token: SessionToken; now: Date },
): Promise<FoundSession | null> {
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
    wallets: session.account.wallets.map(({ scope, address }) => ({ scope, address })),
    createdAt: session.createdAt,
    expiresAt: session.expiresAt,
    isRotationDue: isCurrent && sinceRotationMs >= sessionPolicy.rotateAfterMs,
  }
}
