import { databaseNow, type Retention } from '@/lib/base/infra/prune'
import { claimChannels, watchChannels } from '@/lib/gate/resource-server/channels/claim-channels'
import type { Gate } from '@/lib/gate/resource-server/gate'
import { reconcilePayments } from '@/lib/gate/resource-server/reconcile'
import { purgeSpentNonces } from '@/lib/gate/sign-in/sign-in-nonce'
import type { ClaimLimits } from '@/lib/payments/channels/claims'
import { prunePayments } from '@/lib/payments/prune-payments'
import { MINUTE_MS, type ProductJob, pruneJob } from './product'

/** The jobs of every gate, on a site or in another operator's server. */
export function gateJobs(gate: Gate, settings: { retention: Retention; claimLimits: ClaimLimits }): ProductJob[] {
  const { database } = gate
  const { retention, claimLimits } = settings
  return [
    { name: 'reconcile payments', intervalMs: 3_000, run: () => reconcilePayments(gate) },
    { name: 'watch channels', intervalMs: 5_000, run: () => watchChannels(gate) },
    { name: 'claim channels', intervalMs: 5_000, run: () => claimChannels(gate, claimLimits) },
    pruneJob({ database, retention }, { name: 'prune payments', intervalMs: MINUTE_MS, prune: prunePayments }),
    {
      name: 'purge nonces',
      intervalMs: MINUTE_MS,
      run: async () => purgeSpentNonces(database, await databaseNow(database)),
    },
  ]
}
