import { type Database, sharedDatabase } from '@/lib/infra/database'
import type { ServerEnv } from '@/lib/infra/env'
import { createLaggingReads, type LaggingReads } from '@/lib/infra/lagging-reads'
import type { Logger } from '@/lib/infra/logger'
import type { Metrics } from '@/lib/operations/create-metrics'
import { findHeartbeatAge } from '@/lib/resource-server/instance'

/** The streaming replica that public lists are read from; null where none is configured. */
export function openReplica(parts: {
  env: Pick<ServerEnv, 'databaseReplicaUrl'>
  database: Database
  log: Logger
  metrics: Metrics
}): LaggingReads | null {
  const { env, database, log, metrics } = parts
  if (env.databaseReplicaUrl === undefined) return null
  return createLaggingReads({
    primary: database,
    replica: sharedDatabase(env.databaseReplicaUrl),
    findLagMs: findHeartbeatAge,
    log,
    seen: metrics.setReplicaLag,
  })
}
