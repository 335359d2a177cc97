import { currentSession } from '@/app/_server/current-session'
import { readSetup } from '@/lib/site/compose/read-setup'
import { running } from '@/lib/site/compose/running'
import type { SetupStep } from '@/lib/site/operations/list-setup'

/** The remaining steps of setting up this site, for a signed-in operator; null in the demo, which needs none. */
export async function readOwnSetup(): Promise<SetupStep[] | null> {
  const site = running('site')
  const session = await currentSession()
  if (site.env.isDemo || !session) return null
  return readSetup(site, { accountId: session.accountId })
}
