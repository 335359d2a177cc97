import { systemClock } from '@/lib/base/infra/clock'
import type { ServerEnv } from '@/lib/base/infra/env'
import type { Logger } from '@/lib/base/infra/logger'
import { databaseNow, defaultRetention } from '@/lib/base/infra/prune'
import { familyOf, knownNetworks } from '@/lib/base/x402/networks'
import { channelSchemes } from '@/lib/channels/gate/channel-scheme'
import type { Gate } from '@/lib/gate/resource-server/gate'
import { createPayeeWatch } from '@/lib/gate/resource-server/payee-watch'
import { type FacilitatorPort, isOutage } from '@/lib/gate/resource-server/ports'
import type { RouteSite } from '@/lib/gate/resource-server/route-config'
import { watchSupported } from '@/lib/gate/resource-server/supported-watch'
import { purgeSessions } from '@/lib/gate/sign-in/sessions'
import { createLeases } from '@/lib/payments/leases'
import { type Base, checkSigners } from './base'
import { gateJobs } from './gate-jobs'
import { openSignIn } from './open-sign-in'
import { HOUR_MS } from './product'

/** The gate, with the site's own terms, and the sign-in of its buyers. */
export type OpenGate = Awaited<ReturnType<typeof openGate>>

export async function openGate(
  base: Base,
  /** Who settles for the gate, and the smallest claim that is worth its gas there. */
  needs: { facilitator: FacilitatorPort; leastClaims?: Record<string, bigint> },
) {
  const { env, database, log, chains, metrics } = base
  const { publicOrigin } = env
  const { facilitator, leastClaims } = needs
  const signIn = openSignIn({ env, chains, database })
  const counters = { handlerRuns: 0 }
  await checkSigners(base)
  const gate: Gate = {
    publicOrigin,
    database,
    clock: systemClock,
    log,
    takeTurn: base.takeTurn,
    schemes: channelSchemes({ ...env.claimLimits, ...(leastClaims && { least: leastClaims }) }),
    leases: createLeases({ database, log }),
    facilitator,
    chains,
    findPayeeFault: createPayeeWatch(chains, log),
    signIn,
    hasPages: true,
    observer: {
      handlerStarted: () => void (counters.handlerRuns += 1),
      challenged: ({ audience }) => metrics.countChallenge(audience),
      ended: ({ status }) => metrics.countEnded(status),
    },
  }
  return {
    gate,
    site: await openSite(env, facilitator, log),
    signIn,
    counters,
    jobs: [
      ...gateJobs(gate, defaultRetention),
      {
        name: 'purge sessions',
        intervalMs: HOUR_MS,
        run: async () => purgeSessions(database, await databaseNow(database)),
      },
    ],
    /** Waits for payments under way, at most so long. */
    stop: (limitMs: number) => gate.leases.drain(limitMs),
  }
}

/**
 * The site's own terms from the environment, on its own networks and limited to the facilitator's: others settle test
 * networks too, whose money is worth nothing. Until the facilitator has answered once, `priced` fails as unreachable,
 * and each such call asks it again.
 */
export async function openSite(
  env: Pick<ServerEnv, 'payTo' | 'rpcUrls'>,
  facilitator: Pick<FacilitatorPort, 'supported'>,
  log: Pick<Logger, 'error'>,
): Promise<RouteSite> {
  const networks = knownNetworks.filter(({ id }) => env.rpcUrls[id] !== undefined)
  const watch = watchSupported(facilitator)
  await watch.look().catch((error: unknown) => {
    if (!isOutage(error)) throw error
    log.error({ err: error }, 'The facilitator does not answer; nothing is sold until it does')
  })
  const offers = (scheme: string, network: string) =>
    watch.get().kinds.some((kind) => kind.scheme === scheme && kind.network === network)
  const payToOf = (network: string) => {
    const family = familyOf(network)
    return family ? env.payTo[family] : undefined
  }
  return {
    priced: (scheme, price) =>
      networks.flatMap(({ id: network }) => {
        const payTo = payToOf(network)
        return payTo && offers(scheme, network) ? [{ scheme, price, network, payTo }] : []
      }),
    signInNetworks: networks.filter(({ family }) => family !== 'avm').map(({ id }) => id),
  }
}
