import { databaseNow, type Retention } from '@/lib/base/infra/prune'
import type { Gate } from '@/lib/gate/resource-server/gate'
import { reconcilePayments } from '@/lib/gate/resource-server/reconcile'
import { purgeSpentNonces } from '@/lib/gate/sign-in/sign-in-nonce'
import { prunePayments } from '@/lib/payments/prune-payments'
import { MINUTE_MS, type ProductJob, pruneJob } from './product'

/** The jobs of every gate, on a site or in another operator's server. */
export function gateJobs(gate: Gate, retention: Retention): ProductJob[] {
  const { database } = gate
  return [
    { name: 'reconcile payments', intervalMs: 3_000, run: async () => (await reconcilePayments(gate)).resolved },
    ...Object.values(gate.schemes).flatMap(({ jobs }) => jobs?.(gate) ?? []),
    pruneJob({ database, retention }, { name: 'prune payments', intervalMs: MINUTE_MS, prune: prunePayments }),
    {
      name: 'purge nonces',
      intervalMs: MINUTE_MS,
      run: async () => purgeSpentNonces(database, await databaseNow(database)),
    },
  ]
}
