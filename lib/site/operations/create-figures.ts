import type { Gauge, Registry } from 'prom-client'
import { countNodes } from '@/lib/base/chains/find-network-fault'
import { within } from '@/lib/base/infra/concurrency'
import type { Database } from '@/lib/base/infra/database'
import type { ServerEnv } from '@/lib/base/infra/env'
import type { Logger } from '@/lib/base/infra/logger'
import { metersOf } from '@/lib/base/infra/meters'
import { catalogSize } from '@/lib/bazaar/browse/list-entries'
import { surveyCrawl } from '@/lib/bazaar/crawl/crawl'
import type { Facilitator } from '@/lib/facilitator/create-facilitator'
import { countOpenSettlements } from '@/lib/facilitator/ledger/find-settlement'
import type { FacilitatorMetrics } from '@/lib/facilitator/metrics'
import { listInstances } from '@/lib/gate/resource-server/instance'
import { countOpenPayments } from '@/lib/payments/unfinished-payments'
import { countDeliveries } from '@/lib/shop/sellers/webhooks/deliveries'
import { WATCH } from './doctor/examine'
import { type Checked, verdictsOf } from './doctor/finding'

/** Prometheus waits ten seconds by default; one slow figure must not cost it the others. */
const PATIENCE_MS = 4_000

/** The parts of a site that its figures are read from. */
type FiguresSite = {
  env: Pick<ServerEnv, 'rpcUrls'>
  database: Database
  facilitator: Facilitator
  facilitatorMetrics: Pick<FacilitatorMetrics, 'refresh'>
  watched: () => Promise<Checked[]>
}

/** Gauges of the database and the networks, and their update. A figure that cannot be read has no value. */
export function createFigures(registry: Registry, log: Pick<Logger, 'warn'>): (site: FiguresSite) => Promise<void> {
  const { gauge } = metersOf(registry)
  const figures = figuresOf(gauge)
  const isDatabaseUp = gauge('turnpike_database_up', '0 while the database does not answer.')
  const told = new Set<string>()

  async function refresh({ gauges, isPlain, read }: Figure, name: string, site: FiguresSite): Promise<boolean> {
    // To reset a gauge without labels would be to set it to zero.
    for (const old of gauges) old[isPlain ? 'remove' : 'reset']()
    try {
      const isRead = await within(
        PATIENCE_MS,
        read(site).then(() => true),
      )
      if (isRead) told.delete(name)
      return isRead ?? false
    } catch (err) {
      // Each is told once, until it can be read again: figures are asked for every few seconds.
      if (!told.has(name)) log.warn({ err, figure: name }, 'metrics: a figure cannot be read')
      told.add(name)
      return false
    }
  }

  return async (site) => {
    const refreshed = Object.entries(figures).map(([name, figure]) => refresh(figure, name, site))
    const [isUp] = await Promise.all(refreshed)
    isDatabaseUp.set(isUp ? 1 : 0)
  }
}

type Figure = { gauges: Gauge[]; isPlain?: true; read: (site: FiguresSite) => Promise<void> }

/** The first one tells whether the database answers. */
function figuresOf(gauge: ReturnType<typeof metersOf>['gauge']): Record<string, Figure> {
  const instances = gauge('turnpike_instances_alive', 'Instances that share this database and were heard of lately.')
  const webhooks = gauge('turnpike_webhooks', 'Deliveries: waiting, late by a minute among them, given up.', 'state')
  const queue = gauge('turnpike_catalog_queue', 'What waits for the crawler: probes due, listings.', 'queue')
  const probes = gauge('turnpike_catalog_probes_last_hour', 'Probes of the last hour, by outcome.', 'outcome')
  const entries = gauge('turnpike_catalog_entries', 'Entries of the catalog; an estimate from ten thousand on.')
  const ofNodes = 'RPC nodes: answering, configured, needed by payments.'
  const nodes = gauge('turnpike_network_nodes', ofNodes, 'network', 'state')
  const checks = gauge('turnpike_check', 'Checks that are watched: 0 well, 1 to be looked at, 2 failed.', 'check')
  const unfinished = (what: string, count: typeof countOpenPayments): Figure => {
    const open = gauge(`turnpike_${what.toLowerCase()}_open`, `${what} that are not decided, by state.`, 'status')
    const oldest = gauge(`turnpike_${what.toLowerCase()}_oldest_seconds`, 'Age of the oldest of them.', 'status')
    const read = async ({ database }: FiguresSite) => {
      for (const { state: status, oldestAt, ...row } of await count(database)) {
        open.set({ status }, row.count)
        if (oldestAt) oldest.set({ status }, Math.max(0, (Date.now() - oldestAt.getTime()) / 1_000))
      }
    }
    return { gauges: [open, oldest], read }
  }
  return {
    instances: {
      gauges: [instances],
      isPlain: true,
      read: async ({ database }) =>
        instances.set((await listInstances(database)).filter(({ isAlive }) => isAlive).length),
    },
    payments: unfinished('Payments', countOpenPayments),
    settlements: unfinished('Settlements', countOpenSettlements),
    webhooks: {
      gauges: [webhooks],
      read: async ({ database }) => {
        const counts = await countDeliveries(database, new Date())
        for (const [state, count] of Object.entries(counts)) webhooks.set({ state }, count)
      },
    },
    crawler: {
      gauges: [queue, probes],
      read: async ({ database }) => {
        const { crawler } = await surveyCrawl(database, new Date())
        queue.set({ queue: 'probes' }, crawler.due)
        queue.set({ queue: 'listings' }, crawler.waitingListings)
        probes.set({ outcome: 'success' }, crawler.probesLastHour - crawler.failedLastHour)
        probes.set({ outcome: 'failure' }, crawler.failedLastHour)
      },
    },
    catalog: {
      gauges: [entries],
      isPlain: true,
      read: async ({ database }) => entries.set(await catalogSize(database)),
    },
    nodes: {
      gauges: [nodes],
      read: async ({ env }) => {
        const asked = Object.entries(env.rpcUrls).map(([network, urls]) => countNodes(network, urls, WATCH.askMs))
        for (const { network, ...states } of await Promise.all(asked))
          for (const [state, count] of Object.entries(states)) nodes.set({ network, state }, count)
      },
    },
    checks: {
      gauges: [checks],
      read: async ({ watched }) => {
        for (const [check, state] of Object.entries(verdictsOf(await watched())))
          checks.set({ check }, ['ok', 'warn', 'fail'].indexOf(state))
      },
    },
    facilitator: {
      gauges: [],
      read: ({ facilitatorMetrics, facilitator }) => facilitatorMetrics.refresh(facilitator),
    },
  }
}
