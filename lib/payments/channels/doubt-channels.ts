import type { Database } from '@/lib/base/infra/database'

/** Believes nothing more of what the chain said of the channels: each is read again before it pays for a call. */
export const doubtChannels = (database: Database): Promise<number> =>
  database.$executeRaw`UPDATE payment_channels SET synced_at = 'epoch' WHERE synced_at > 'epoch'`
