import { DomainError } from '@/lib/base/infra/domain-error'
import { revokeAllSessions } from '@/lib/gate/sign-in/sessions'
import { withCommandDatabase } from './command-database'
import type { CommandInput } from './read-command'

/** Ends all sessions of the site: `sign-out-everybody --yes`. Sellers' and the facilitator's API keys stay valid. */
export const signOutEverybodyCommand = async ({ flags }: CommandInput): Promise<void> => {
  if (!flags.has('yes')) throw new DomainError('USAGE', 'This cannot be undone. To end all sessions, add --yes.')
  await withCommandDatabase(async (database) =>
    console.log(`Ended ${await revokeAllSessions(database, new Date())} sessions. Every user signs in again.`),
  )
}
