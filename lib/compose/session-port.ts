import type { Database } from '@/lib/infra/database'
import type { SessionPort } from '@/lib/resource-server/ports'
import { recordWalletLink } from '@/lib/sellers/audit/record-wallet-link'
import { handOverShop } from '@/lib/sellers/hand-over-shop'
import { findRequestSession } from '@/lib/sign-in/find-request-session'
import type { ShopsPort } from '@/lib/sign-in/ports'

/** The gate's view of the site's sessions: wallets that open what they have paid for without signing again. */
export function toSessionPort(source: { database: Database; publicOrigin: string }): SessionPort {
  return {
    walletsOf: async (request) => (await findRequestSession(source, request))?.wallets ?? [],
  }
}

/** Sign-in's view of selling: shops go with their accounts, and keep the log of their wallets. */
export const shopsPort: ShopsPort = { handOver: handOverShop, recordLink: recordWalletLink }
