import { openDatabase } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { parseToolEnv } from '@/lib/base/infra/env'
import { revokeAllSessions } from '@/lib/gate/sign-in/revoke-session'

/** Ends all sessions of the site: `sign-out-everybody`. Sellers' and the facilitator's API keys stay valid. */
export async function signOutEverybodyCommand(): Promise<void> {
  const { databaseUrl } = parseToolEnv(process.env)
  if (!databaseUrl) throw new DomainError('ENV_INVALID', 'DATABASE_URL names the database whose sessions are to end.')
  const database = openDatabase(databaseUrl)
  try {
    console.log(`Ended ${await revokeAllSessions(database, new Date())} sessions. Every user signs in again.`)
  } finally {
    await database.$disconnect()
  }
}
