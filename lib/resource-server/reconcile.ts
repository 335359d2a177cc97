import { Prisma } from '@/lib/infra/database'
import type { Gate } from './gate'
import { leaseIsFree } from './instance'
import { maximumHandlerRuns } from './claim'
import { resolveUnknown } from './resolve-unknown'

/** SQL: claimed by a request that cannot settle any more, and that may have been unable to say so. */
const isForgottenClaim = Prisma.sql`(valid_before < now() - interval '1 minute' OR claimed_at < now() - interval '1 day')`

/** SQL: being settled for longer than a request waits; it broke off without being able to say so. */
const isForgottenSettlement = Prisma.sql`
  settling_at < now() - make_interval(secs => 30 + (requirements->>'maxTimeoutSeconds')::int)`

export type Reconciled = { abandoned: number; doubted: number; resolved: number }

/**
 * Finishes what instances left behind, and decides what is in doubt. Safe to run anywhere, any number of times:
 * every move is one conditional update. A claim whose holder died had settled nothing; a settlement whose holder
 * died is decided by the chain.
 */
export async function reconcilePayments(gate: Gate): Promise<Reconciled> {
  const { database } = gate
  const abandoned = await database.$executeRaw`
    UPDATE payments SET status = 'abandoned', reason = 'instance_ended', lease_owner = NULL, ended_at = now(),
      handler_runs = LEAST(handler_runs + 1, ${maximumHandlerRuns})
    WHERE status = 'claimed' AND (${leaseIsFree} OR ${isForgottenClaim})`
  const doubted = await database.$executeRaw`
    UPDATE payments SET status = 'unknown', was_unknown = true, reason = 'instance_ended', lease_owner = NULL
    WHERE status = 'settling' AND (${leaseIsFree} OR ${isForgottenSettlement})`
  const unknown = await database.payment.findMany({
    where: { status: 'unknown' },
    select: { id: true },
    orderBy: { settlingAt: 'asc' },
    take: 100,
  })
  let resolved = 0
  for (const row of unknown) {
    const decided = await resolveUnknown(gate, row)
    if (decided.status !== 'unknown') resolved += 1
  }
  return { abandoned, doubted, resolved }
}
