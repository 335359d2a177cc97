import type { DatabaseTransaction } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import { type Actor, getOwnSeller, lockOwnShop } from '../actor'
import type { SellersContext } from '../ports'
import { quotaReached } from './quotas'

type Reservation = {
  uploadId: string
  /** Null for an image of the shop's texts. */
  routeId: string | null
  bytes: number
}

const MINUTE_MS = 60_000

/**
 * Reserves room for a file before any of it is stored, in the shop and on the whole site, so that parallel uploads
 * never exceed a limit together. The replaced file does not count against the shop; images count by their bytes, and
 * not as files. Fails with `QUOTA_REACHED`, `UPLOADS_TOO_MANY`, or `STORAGE_FULL` when the whole site has no room.
 */
export async function reserveUpload(context: SellersContext, actor: Actor, reservation: Reservation): Promise<void> {
  const { database, clock, limits } = context
  const allowed = limits.quotas
  const { uploadId, routeId, bytes } = reservation
  const { id: sellerId } = await getOwnSeller(database, actor)
  const now = clock()
  await database.$transaction(async (transaction) => {
    await lockOwnShop(transaction, actor)
    await countUpload(transaction, { sellerId, now, allowed: allowed.uploadsPerMinute })
    const stored = routeId === null ? null : await findStored(transaction, routeId)
    const others = await transaction.upload.aggregate({
      where: { sellerId, ...(stored && { uploadId: { not: stored.uploadId } }) },
      _count: { routeId: true },
      _sum: { bytes: true },
    })
    if (routeId !== null && others._count.routeId >= allowed.files) throw quotaReached('files', allowed.files)
    if (Number(others._sum.bytes ?? 0n) + bytes > allowed.bytes) throw quotaReached('bytes', allowed.bytes)
    // One reservation of the whole site at a time, so that the sum holds. Locks are always taken in this order.
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('turnpike stored bytes'))`
    const { _sum: all } = await transaction.upload.aggregate({ _sum: { bytes: true } })
    if (Number(all.bytes ?? 0n) + bytes > limits.storedBytes) throw storageFull()
    await transaction.upload.create({ data: { uploadId, sellerId, routeId, bytes: BigInt(bytes), createdAt: now } })
  })
}

const findStored = (transaction: DatabaseTransaction, routeId: string) =>
  transaction.routeFile.findUnique({ where: { routeId }, select: { uploadId: true } })

/** Counts the uploads of the current minute in one conditional update. */
async function countUpload(
  transaction: DatabaseTransaction,
  { sellerId, now, allowed }: { sellerId: string; now: Date; allowed: number },
): Promise<void> {
  const minuteAgo = new Date(now.getTime() - MINUTE_MS)
  const counted = await transaction.$executeRaw`
    UPDATE sellers SET
      upload_count = CASE WHEN uploads_since > ${minuteAgo} THEN upload_count + 1 ELSE 1 END,
      uploads_since = CASE WHEN uploads_since > ${minuteAgo} THEN uploads_since ELSE ${now} END
    WHERE id = ${sellerId}::uuid AND ${allowed} > CASE WHEN uploads_since > ${minuteAgo} THEN upload_count ELSE 0 END`
  if (counted === 1) return
  const detail = say('uploadsTooMany', { allowed })
  throw new DomainError('UPLOADS_TOO_MANY', detail)
}

const storageFull = () => new DomainError('STORAGE_FULL', say('storageFull'))
