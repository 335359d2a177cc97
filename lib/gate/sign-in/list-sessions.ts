import type { Database } from '@/lib/base/infra/database'
import { sessionPolicy } from './session-policy'

export type SessionView = {
  sessionId: string
  userAgent: string | null
  createdAt: Date
  seenAt: Date
  expiresAt: Date
}

export async function listSessions(
  database: Database,
  { accountId, now }: { accountId: string; now: Date },
): Promise<SessionView[]> {
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
