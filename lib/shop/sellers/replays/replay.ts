import { type Database, sql } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { prune } from '@/lib/base/infra/prune'
import { say } from '@/lib/base/sentences/say'
import type { SellersContext } from '../ports'
import { sealText, tryOpenSealed } from '../seal'

export type Answered = { status: number; body: string }

type Request = {
  sellerId: string
  idempotencyKey: string
  /** Equal only for the same method, path and body. */
  fingerprint: string
}

/**
 * Does a piece of work once per key of a shop: the first request does it, a retry gets the first answer. A refused
 * request changed nothing, so it may be tried again under the same key. Fails with `IDEMPOTENCY_KEY_REUSED` for another
 * request under that key, and `IDEMPOTENCY_KEY_IN_USE` while the first is under way, or when it broke off at an unknown
 * point.
 */
export async function answerOnce(
  context: SellersContext,
  request: Request,
  work: () => Promise<Answered>,
): Promise<Answered & { isReplay: boolean }> {
  const { database, clock } = context
  const { sellerId, idempotencyKey, fingerprint } = request
  const claim = { sellerId, idempotencyKey, fingerprint, createdAt: clock() }
  const { count } = await database.sellerReplay.createMany({ data: [claim], skipDuplicates: true })
  if (count === 0) return { ...(await findAnswer(context, request)), isReplay: true }
  const where = { sellerId, idempotencyKey }
  const answer = await work()
  if (answer.status >= 300) await database.sellerReplay.deleteMany({ where })
  else {
    const sealedBody = sealText(context.sealKey, ownerOf(request), answer.body)
    await database.sellerReplay.updateMany({ where, data: { status: answer.status, sealedBody } })
  }
  return { ...answer, isReplay: false }
}

async function findAnswer({ database, sealKey }: SellersContext, request: Request): Promise<Answered> {
  const { sellerId, idempotencyKey, fingerprint } = request
  const where = { sellerId_idempotencyKey: { sellerId, idempotencyKey } }
  const row = await database.sellerReplay.findUnique({ where })
  if (row && row.fingerprint !== fingerprint) throw new DomainError('IDEMPOTENCY_KEY_REUSED', say('idempotencyReused'))
  const body = row?.sealedBody ? tryOpenSealed(sealKey, ownerOf(request), row.sealedBody) : null
  if (!row || row.status === null || body === null) {
    const detail = say('idempotencyRunning')
    throw new DomainError('IDEMPOTENCY_KEY_IN_USE', detail)
  }
  return { status: row.status, body }
}

const ownerOf = ({ sellerId, idempotencyKey }: Request) => `${sellerId} ${idempotencyKey}`

const REPLAY_KEPT_MS = 86_400_000

export async function purgeReplays(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - REPLAY_KEPT_MS)
  await prune((limit) =>
    database.execute(sql`
      DELETE FROM seller_replays WHERE (seller_id, idempotency_key) IN (
        SELECT seller_id, idempotency_key FROM seller_replays WHERE created_at < ${before}::timestamptz
        ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`),
  )
}
