import type { Database } from '@/lib/base/infra/database'
import type { SessionPort } from '@/lib/gate/resource-server/ports'
import { findRequestSession } from '@/lib/gate/sign-in/find-request-session'

/** The gate's access to sessions: their wallets open paid content without signing again. */
export function toSessionPort(source: { database: Database; publicOrigin: string }): SessionPort {
  return {
    walletsOf: async (request) => (await findRequestSession(source, request))?.wallets ?? [],
  }
}
