import { requireOwnTables } from '@/lib/base/infra/database'
import { isDomainError } from '@/lib/base/infra/domain-error'
import { within } from '@/lib/base/infra/within'
import { findPendingMigrations } from './find-pending-migrations'
import type { NetworkPort, OperationsContext } from './ports'

/**
 * Whether this instance can serve, and a sentence for each thing missing, without secrets and addresses. `notes` are of
 * what it serves without: a facilitator of others that cannot be used keeps no page and no bought content from anybody.
 */
export type Readiness = { isReady: boolean; missing: string[]; notes: string[] }

/** A load balancer asks every few seconds; anything slower than this counts as down. */
const PATIENCE_MS = 1_800

/** Ready when the database answers and has all migrations, and at least one network or facilitator answers. */
export async function checkReadiness(context: OperationsContext): Promise<Readiness> {
  const { database, log, networks, facilitators, migrations } = context
  const [ofDatabase, ofNetworks, ofFacilitators] = await Promise.all([
    findDatabaseFault(async () => {
      await requireOwnTables(database)
      return findPendingMigrations(database, migrations)
    }).catch((err: unknown) => {
      if (isDomainError(err)) return err.message
      log.warn({ err }, 'readyz: the database does not answer')
      return 'The database does not answer.'
    }),
    findFaults(networks),
    findFaults(facilitators),
  ])
  const answering = [...ofNetworks, ...ofFacilitators]
  const noNetwork = 'No network is configured: set an RPC address such as EVM_RPC_URLS_8453.'
  const isReached = answering.includes(null)
  const ofWorld = isReached ? [] : answering.length === 0 ? [noNetwork] : toSentences(answering)
  const missing = [...(ofDatabase ? [ofDatabase] : []), ...ofWorld]
  return { isReady: missing.length === 0, missing, notes: isReached ? toSentences(ofFacilitators) : [] }
}

async function findDatabaseFault(findPending: () => Promise<string[]>): Promise<string | null> {
  const pending = await within(PATIENCE_MS, findPending())
  if (pending === null) return 'The database does not answer in time.'
  const [first] = pending
  if (!first) return null
  return `The database lacks ${pending.length} of the migrations, from ${first} on: run the migrations of this version.`
}

const toSentences = (faults: (string | null)[]): string[] => faults.flatMap((fault) => fault ?? [])

/** A sentence for each that does not answer as what it should be, and null for each that does. */
const findFaults = (asked: readonly NetworkPort[]): Promise<(string | null)[]> =>
  Promise.all(
    asked.map(async ({ name, findFault }) => {
      const fault = (await within(
        PATIENCE_MS,
        findFault().then((found) => ({ found })),
      )) ?? { found: 'no answer in time' }
      return fault.found === null ? null : `${name}: ${fault.found}.`
    }),
  )
