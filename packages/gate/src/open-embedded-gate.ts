import { randomBytes } from 'node:crypto'
import { createChains } from '@/lib/base/chains/chains'
import { findNetworkFault, OTHER_NETWORK } from '@/lib/base/chains/find-network-fault'
import { callerOf } from '@/lib/base/http/caller'
import { systemClock } from '@/lib/base/infra/clock'
import { createTurns } from '@/lib/base/infra/concurrency'
import { type Database, openDatabase, requireOwnTables } from '@/lib/base/infra/database'
import { databaseReason } from '@/lib/base/infra/database-errors'
import { createPace } from '@/lib/base/infra/jobs'
import { createLogger, createRedact, type Logger } from '@/lib/base/infra/logger'
import { defaultRetention } from '@/lib/base/infra/prune'
import { batchSettlement } from '@/lib/channels/chain/batch-settlement'
import { channelSchemes } from '@/lib/channels/gate/channel-scheme'
import { createFailOver } from '@/lib/gate/resource-server/facilitators/fail-over'
import { fromSdkFacilitator } from '@/lib/gate/resource-server/facilitators/from-sdk-facilitator'
import { createHttpFacilitator } from '@/lib/gate/resource-server/facilitators/http-facilitator'
import type { Gate } from '@/lib/gate/resource-server/gate'
import { createPayeeWatch, warnOfPayeesElsewhere } from '@/lib/gate/resource-server/payee-watch'
import { createLeases } from '@/lib/payments/leases'
import { toChainsConfig } from '@/lib/site/compose/chains-config'
import { gateJobs } from '@/lib/site/compose/gate-jobs'
import { openSignIn } from '@/lib/site/compose/open-sign-in'
import { startJobs } from '@/lib/site/compose/product'
import { findPendingMigrations } from '@/lib/site/operations/doctor/check-database'
import { neededMigrations } from './migrate'
import type { Settings } from './parse-options'

export type EmbeddedGate = Awaited<ReturnType<typeof openEmbeddedGate>>

/** How long payments that are under way may take to end. */
const LONGEST_END_MS = 30_000

/** A node that takes longer is told in the log as silent. */
const NODE_TIMEOUT_MS = 5_000

/** The cause that was told last, by database: each request tries again, and the log tells once. */
const told = new Map<string, string>()

/** Opens the gate of a server of one's own. Fails when the database is away or lacks a migration. */
export async function openEmbeddedGate(
  settings: Settings,
  log: Logger = createLogger({ level: settings.logLevel, redact: createRedact(secretsOf(settings)) }),
) {
  const { databaseUrl, schema } = settings
  const database = openDatabase(databaseUrl, { tables: { schema, owner: 'library' } })
  try {
    await checkMigrations(database, schema)
  } catch (error) {
    const why = databaseReason(error)
    if (told.get(databaseUrl) !== why) log.error({ why }, 'Nothing can be sold: the database is not ready')
    told.set(databaseUrl, why)
    await database.$disconnect()
    throw error
  }
  told.delete(databaseUrl)
  const pace = createPace()
  const gate = buildGate(settings, { database, log, stir: pace.stir })
  await warnOfPayeesElsewhere(gate)
  const stopJobs = startJobs(gateJobs(gate, defaultRetention), { log, pace })
  let look: ReturnType<typeof examineNodes> | null = null
  const nodes = () =>
    (look ??= examineNodes(settings, log).catch((error: Error) => {
      look = null
      log.error({ why: error.message }, 'Payments in doubt cannot be decided')
      throw error
    }))
  nodes().catch(() => {})
  return {
    gate,
    /** Fails where a node is of another network, and looks again then; one that does not answer is only told in the log. */
    nodes,
    /** Ends its jobs, waits for payments under way and leaves the database. */
    close: async () => {
      await Promise.all([stopJobs(), gate.leases.drain(LONGEST_END_MS)])
      await database.$disconnect()
    },
  }
}

async function examineNodes({ networks }: Settings, log: Logger): Promise<void> {
  const faults = await Promise.all(
    networks.map(async ({ id, rpcUrls }) => ({ id, why: await findNetworkFault(id, rpcUrls, NODE_TIMEOUT_MS) })),
  )
  for (const { id, why } of faults) {
    if (why?.startsWith(OTHER_NETWORK)) throw new Error(`Turnpike cannot start: \`rpc\` of ${id}: ${why}.`)
    if (why !== null) log.warn({ network: id, why }, 'No node answers: payments in doubt there wait until one does')
  }
}

async function checkMigrations(database: Database, schema: string): Promise<void> {
  await requireOwnTables(database)
  const needed = neededMigrations()
  const pending = await findPendingMigrations(database, needed)
  if (pending.length === 0) return
  const lacks =
    pending.length === needed.length
      ? 'none of its tables'
      : `not all of its tables (${pending.length} migrations are missing)`
  throw new Error(
    `Turnpike cannot start: the schema "${schema}" has ${lacks}. Call migrate({ databaseUrl, schema: '${schema}' }) first.`,
  )
}

function buildGate(
  settings: Settings,
  { database, log, stir }: { database: Database; log: Logger; stir: () => void },
): Gate {
  const { facilitators, networks, secret } = settings
  const by = <T>(read: (network: Settings['networks'][number]) => T) =>
    Object.fromEntries(networks.map((network) => [network.id, read(network)]))
  const env = {
    rpcUrls: by(({ rpcUrls }) => rpcUrls),
    confirmations: by(({ confirmations }) => confirmations),
    gas: {},
    indexerUrls: {},
    facilitators: facilitators.map((one) => ({ place: 'local' in one ? 'in process' : one.url, credential: null })),
    walletFactories: [],
    // Without one no route offers sign-in, and nothing is signed with it.
    secret: secret ?? randomBytes(32).toString('hex'),
    previousSecrets: [],
  }
  const chains = createChains(toChainsConfig(env), [batchSettlement])
  const turns = createTurns({ maxWaiting: 1_000, maxWaitingPerCaller: 500 })
  const sources = facilitators.map((one) => {
    if ('local' in one) return fromSdkFacilitator(one.local)
    const { url, token } = one
    return createHttpFacilitator({ url, credential: token === undefined ? null : { kind: 'bearer', token } })
  })
  return {
    publicOrigin: settings.origin,
    database,
    clock: systemClock,
    log,
    takeTurn: (request) => {
      stir()
      return turns.take(callerOf(request.headers))
    },
    schemes: channelSchemes(),
    leases: createLeases({ database, log }),
    facilitator: createFailOver({ sources, warn: (details, message) => log.warn(details, message) }),
    chains,
    findPayeeFault: createPayeeWatch(chains, log),
    signIn: openSignIn({ env, chains, database }),
    hasPages: false,
    observer: {},
  }
}

const secretsOf = ({ databaseUrl, secret, facilitators }: Settings): string[] =>
  [databaseUrl, secret, ...facilitators.map((one) => 'token' in one && one.token)].filter(
    (text) => typeof text === 'string',
  )
