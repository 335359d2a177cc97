import type { Database } from '@/lib/infra/database'

/** How long a retry gets the first answer again. */
const keptMs = 86_400_000

/** Forgets answers that no retry asks for any more. */
export async function purgeReplays(database: Database, now: Date): Promise<void> {
  await database.sellerReplay.deleteMany({ where: { createdAt: { lt: new Date(now.getTime() - keptMs) } } })
}
