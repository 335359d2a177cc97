import { takeBackLost } from '@/lib/payments/take-back-lost'
import type { Application } from './application'

/** Looks at settlements that are not final yet, and takes back here what the chain has taken back for good. */
export async function lookAtFinality({
  facilitator,
  database,
  log,
}: Pick<Application, 'facilitator' | 'database' | 'log'>): Promise<void> {
  await facilitator.lookAgain()
  const count = await takeBackLost(database, await facilitator.listLost())
  if (count > 0) log.error({ count }, 'finality: payments that were delivered are no longer paid')
}
