import { sharedDatabase } from '@/lib/infra/database'
import { createLaggingReads, type LaggingReads } from '@/lib/infra/lagging-reads'
import { findHeartbeatAge } from '@/lib/resource-server/instance'
import type { Base } from './base'

/** The streaming replica that public lists are read from; null where none is configured. */
export function openReplica({ env, database, log, metrics }: Base): LaggingReads | null {
  if (env.databaseReplicaUrl === undefined) return null
  return createLaggingReads({
    primary: database,
    replica: sharedDatabase(env.databaseReplicaUrl),
    findLagMs: findHeartbeatAge,
    log,
    seen: metrics.setReplicaLag,
  })
}
