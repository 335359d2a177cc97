import { sharedDatabase } from '@/lib/base/infra/database'
import { createLaggingReads, type LaggingReads } from '@/lib/base/infra/lagging-reads'
import { findHeartbeatAge } from '@/lib/gate/resource-server/instance'
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
