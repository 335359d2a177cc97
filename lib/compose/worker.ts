import { pruneSettlements } from '@/lib/facilitator/ledger/prune-settlements'
import { purgeRateWindows } from '@/lib/http/rate-limit'
import { runEvery } from '@/lib/infra/jobs'
import { listen } from '@/lib/infra/listen'
import { databaseNow } from '@/lib/infra/prune'
import { prunePayments } from '@/lib/payments/prune-payments'
import { claimChannels } from '@/lib/resource-server/channels/claim-channels'
import { watchChannels } from '@/lib/resource-server/channels/watch-channels'
import { endInstance, forgetOldInstances, recordHeartbeat } from '@/lib/resource-server/instance'
import { reconcilePayments } from '@/lib/resource-server/reconcile'
import { warnOfPayeesElsewhere } from '@/lib/resource-server/warn-of-payees-elsewhere'
import { purgeImages } from '@/lib/sellers/images/purge-images'
import { syncListings } from '@/lib/sellers/listings/sync-listings'
import { pruneMail } from '@/lib/sellers/mail/prune-mail'
import { queueSaleMail } from '@/lib/sellers/mail/queue-sale-mail'
import { queueSummaryMail } from '@/lib/sellers/mail/queue-summary-mail'
import { sendMail } from '@/lib/sellers/mail/send-mail'
import { purgeReplays } from '@/lib/sellers/replays/purge-replays'
import { resealAndReport } from '@/lib/sellers/reseal'
import { purgeBrokenUploads } from '@/lib/sellers/routes/save-file'
import { createDeliverySender } from '@/lib/sellers/webhooks/create-delivery-sender'
import { pruneDeliveries } from '@/lib/sellers/webhooks/prune-deliveries'
import { queueDeliveries } from '@/lib/sellers/webhooks/queue-deliveries'
import { queueGasLow } from '@/lib/sellers/webhooks/queue-gas-low'
import { queueUpstreamFailures } from '@/lib/sellers/webhooks/queue-upstream-failures'
import { purgeSessions } from '@/lib/sign-in/purge-sessions'
import { purgeSpentNonces } from '@/lib/sign-in/spend-nonce'
import type { Application } from './application'
import { listOwnRoutes } from './list-own'
import { lookAtFinality } from './look-at-finality'

/** What an instance does by itself. */
export type Worker = {
  /** Ends streams and jobs, waits for payments under way (until the limit) and for `answered`, and makes the last notes. */
  stop: (until: { limitMs: number; answered: Promise<void> }) => Promise<void>
}

/**
 * Starts what an instance does by itself: its heartbeat, the reconcilers and the clearing-up. Every job may run in
 * any number of instances at once.
 */
export async function startWorker(application: Application): Promise<Worker> {
  const { instanceId, gate, facilitator, catalog, mcp, database, replica, sellers, challengeCounter, metrics, log } =
    application
  const { retention, publicOrigin } = application.env
  await warnOfPayeesElsewhere({ database, publicOrigin, log }).catch((error: unknown) =>
    log.fault('Whether other servers are paid at the same addresses could not be read', error),
  )
  const minute = 60_000
  const hour = 60 * minute
  const deliveries = createDeliverySender(sellers, (error) => log.fault('A webhook could not be sent', error))
  const prune = (name: string, intervalMs: number, work: typeof prunePayments) => ({
    name,
    intervalMs,
    run: async (signal: AbortSignal) => work(database, retention, { now: await databaseNow(database), signal }),
  })
  const jobs = [
    { name: 'heartbeat', intervalMs: 2_000, run: () => recordHeartbeat(database, instanceId) },
    { name: 'reconcile settlements', intervalMs: 3_000, run: () => facilitator.reconcileSettlements() },
    { name: 'look at finality', intervalMs: 5_000, run: () => lookAtFinality(application) },
    // Takes low gas wallets out of the rotation, and filled ones back.
    { name: 'look after gas wallets', intervalMs: 30_000, run: () => reportLowGas(facilitator, sellers) },
    { name: 'reconcile payments', intervalMs: 3_000, run: () => reconcilePayments(gate) },
    { name: 'watch channels', intervalMs: 5_000, run: () => watchChannels(gate) },
    { name: 'claim channels', intervalMs: 5_000, run: () => claimChannels(gate, application.env.channels.claim) },
    prune('prune settlements', minute, pruneSettlements),
    prune('prune payments', minute, prunePayments),
    prune('prune webhook deliveries', hour, pruneDeliveries),
    prune('prune mail', hour, pruneMail),
    { name: 'forget old instances', intervalMs: hour, run: () => forgetOldInstances(database) },
    {
      name: 'purge rate windows',
      intervalMs: minute,
      run: async () => purgeRateWindows(database, await databaseNow(database)),
    },
    {
      name: 'purge nonces',
      intervalMs: minute,
      run: async () => purgeSpentNonces(database, await databaseNow(database)),
    },
    { name: 'purge sessions', intervalMs: hour, run: async () => purgeSessions(database, await databaseNow(database)) },
    {
      name: 'purge unused images',
      intervalMs: hour,
      run: async () => purgeImages(database, await databaseNow(database)),
    },
    { name: 'purge broken uploads', intervalMs: hour, run: () => purgeBrokenUploads(database) },
    { name: 'purge replays', intervalMs: hour, run: async () => purgeReplays(database, await databaseNow(database)) },
    { name: 'seal again', intervalMs: hour, run: (signal: AbortSignal) => resealAndReport(sellers, log, signal) },
    { name: 'count challenges', intervalMs: 5_000, run: () => challengeCounter.flush(database) },
    { name: 'list routes', intervalMs: 1_000, run: () => syncListings(sellers) },
    { name: 'queue webhooks', intervalMs: 2_000, run: () => queueDeliveries(sellers) },
    { name: 'queue upstream failures', intervalMs: 30_000, run: () => queueUpstreamFailures(sellers) },
    { name: 'send webhooks', intervalMs: 1_000, run: () => deliveries.begin() },
    { name: 'queue mail', intervalMs: 5_000, run: () => queueSaleMail(sellers) },
    { name: 'queue mail of a day', intervalMs: minute, run: () => queueSummaryMail(sellers) },
    { name: 'send mail', intervalMs: 2_000, run: () => sendMail(sellers) },
    { name: 'list own routes', intervalMs: 600_000, run: () => listOwnRoutes(application) },
    ...(replica ? [{ name: 'look at the replica', intervalMs: 1_000, run: () => replica.look() }] : []),
    ...catalog.jobs,
    ...mcp.jobs,
  ]
  const changes = listen({
    url: application.env.databaseDirectUrl ?? application.env.databaseUrl,
    channel: 'shop_changes',
    onMessage: (handle) => application.storedRoutes.changed(handle),
    onMissed: () => application.storedRoutes.changed(),
    onError: (error) => log.warn({ err: error }, 'Changes of shops are not heard; they are looked for instead'),
  })
  const stops = jobs.map(({ run, ...job }) =>
    runEvery({
      ...job,
      log,
      run: async (signal) => void (await run(signal)),
      ended: (isWell) => metrics.countRun(job.name, isWell),
    }),
  )
  const stop: Worker['stop'] = async ({ limitMs, answered }) => {
    await Promise.all([changes.stop(), ...stops.map((stop) => stop()), gate.leases.drain(limitMs), answered])
    await deliveries.finish()
    facilitator.stop()
    // Each by itself: no other job must wait for a count.
    const notes = [challengeCounter.flush(database), catalog.calls.flush(), endInstance(database, instanceId)]
    const ends = await Promise.allSettled<unknown>(notes)
    for (const end of ends)
      if (end.status === 'rejected') log.error({ err: end.reason }, 'The last notes were not made')
  }
  return { stop }
}

async function reportLowGas(facilitator: Application['facilitator'], sellers: Application['sellers']): Promise<void> {
  const { networks } = await facilitator.health()
  await queueGasLow(
    sellers,
    networks.flatMap(({ network, gas, wallets }) =>
      wallets.map((wallet) => ({ network, ...wallet, isDry: wallet.isDry || (gas?.isSpent ?? false) })),
    ),
  )
}
