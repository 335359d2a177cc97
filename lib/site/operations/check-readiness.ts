import { requireOwnTables } from '@/lib/base/infra/database'
import { isDomainError } from '@/lib/base/infra/domain-error'
import { within } from '@/lib/base/infra/within'
import { findPendingMigrations } from './find-pending-migrations'
import type { NetworkPort, OperationsContext } from './ports'

/** Whether this instance can serve, and a sentence for each thing missing, without secrets and addresses. */
export type Readiness = { isReady: boolean; missing: string[] }

/** A load balancer asks every few seconds; anything slower than this counts as down. */
const PATIENCE_MS = 3_000

/** Ready when the database answers and has all migrations, and at least one network answers. */
export async function checkReadiness({ database, log, networks, migrations }: OperationsContext): Promise<Readiness> {
  const [ofDatabase, ofNetworks] = await Promise.all([
    findDatabaseFault(async () => {
      await requireOwnTables(database)
      return findPendingMigrations(database, migrations)
    }).catch((err: unknown) => {
      if (isDomainError(err)) return err.message
      log.warn({ err }, 'readyz: the database does not answer')
      return 'The database does not answer.'
    }),
    findNetworkFaults(networks),
  ])
  const missing = [...(ofDatabase ? [ofDatabase] : []), ...ofNetworks]
  return { isReady: missing.length === 0, missing }
}

async function findDatabaseFault(findPending: () => Promise<string[]>): Promise<string | null> {
  const pending = await within(PATIENCE_MS, findPending())
  if (pending === null) return 'The database does not answer in time.'
  const [first] = pending
  if (!first) return null
  return `The database lacks ${pending.length} of the migrations, from ${first} on: run the migrations of this version.`
}

/** No faults when one network answers; else the fault of each. */
async function findNetworkFaults(networks: readonly NetworkPort[]): Promise<string[]> {
  if (networks.length === 0) return ['No network is configured: set an RPC address such as EVM_RPC_URLS_8453.']
  const faults = await Promise.all(
    networks.map(async ({ name, findFault }) => {
      const fault = (await within(
        PATIENCE_MS,
        findFault().then((found) => ({ found })),
      )) ?? { found: 'no answer in time' }
      return fault.found === null ? null : `${name}: ${fault.found}.`
    }),
  )
  return faults.includes(null) ? [] : faults.flatMap((fault) => fault ?? [])
}
