import type { Database } from '@/lib/base/infra/database'

/** Distrusts all stored channel states: each is read from the chain again before it pays for a call. */
export const doubtChannels = (database: Database): Promise<number> =>
  database.$executeRaw`UPDATE payment_channels SET synced_at = 'epoch' WHERE synced_at > 'epoch'`
