import { systemClock } from '@/lib/base/infra/clock'
import { databaseNow } from '@/lib/base/infra/prune'
import { defaultRetention } from '@/lib/base/infra/retention'
import type { Gate } from '@/lib/gate/resource-server/gate'
import { createPaymentPage } from '@/lib/gate/resource-server/payment-page'
import type { FacilitatorPort } from '@/lib/gate/resource-server/ports'
import { purgeSessions } from '@/lib/gate/sign-in/sessions'
import { createLeases } from '@/lib/payments/leases'
import { type Base, checkSigners } from './base'
import { toChainsPort } from './chains-port'
import { gateJobs } from './gate-jobs'
import { HOUR_MS } from './product'
import { openSignIn, toSessionPort, toSignInPort } from './sign-in-port'
import { openSite } from './site'

/** The gate, with the site's own terms, and the sign-in of its buyers. */
export type OpenGate = Awaited<ReturnType<typeof openGate>>

/** Who settles for the gate, and the smallest claim that is worth its gas there. */
export async function openGate(base: Base, needs: Pick<Gate, 'leastClaims'> & { facilitator: FacilitatorPort }) {
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
    claimLimits: env.claimLimits,
    ...(leastClaims && { leastClaims }),
    leases: createLeases({ database, log }),
    ports: {
      facilitator,
      chains: toChainsPort(chains, log),
      signIn: toSignInPort(signIn),
      sessions: toSessionPort({ database, publicOrigin, recordKeys: signIn.recordKeys }),
      paymentPage: createPaymentPage({ publicOrigin, log }),
    },
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
      ...gateJobs(gate, { retention: defaultRetention, claimLimits: env.claimLimits }),
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
