import type { Database } from '@/lib/base/infra/database'

/** Distrusts all stored channel states: each is read from the chain again before it pays for a call. */
export const doubtChannels = (database: Database): Promise<number> =>
  database.$executeRaw`
    WITH held AS (
      SELECT network, id FROM payment_channels WHERE synced_at > 'epoch' ORDER BY network, id FOR NO KEY UPDATE)
    UPDATE payment_channels channel SET synced_at = 'epoch' FROM held
    WHERE channel.network = held.network AND channel.id = held.id`
