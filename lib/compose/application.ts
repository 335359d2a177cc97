import type { Catalog } from '@/lib/catalog/create-catalog'
import { openRelay, type RelaySite } from '@/lib/catalog/http/answer-relay-call'
import { createRpcAdmission, type RpcAdmission } from '@/lib/chain-access/answer-rpc-call'
import { type Chains, createChains } from '@/lib/chains/chains'
import { createTypedDataSigner } from '@/lib/chains/evm/typed-data-signer'
import type { Goods } from '@/lib/demo/goods'
import { listOpenMainnets, warnOfOpenMainnets } from '@/lib/facilitator/access/open-mainnets'
import type { Facilitator } from '@/lib/facilitator/create-facilitator'
import type { FacilitatorHttp } from '@/lib/facilitator/http/create-facilitator-http'
import { createFacilitatorMetrics } from '@/lib/facilitator/metrics'
import { callerOf } from '@/lib/http/caller-mark'
import { systemClock } from '@/lib/infra/clock'
import type { Database } from '@/lib/infra/database'
import { sharedDatabase } from '@/lib/infra/database'
import { parseServerEnv, type ServerEnv, serverVariableNames } from '@/lib/infra/env'
import { findUnknownVariables } from '@/lib/infra/find-unknown-variables'
import type { LaggingReads } from '@/lib/infra/lagging-reads'
import { createRedact, secretsOf } from '@/lib/infra/log-redaction'
import { createLogger, type Logger } from '@/lib/infra/logger'
import { findOpenFiles } from '@/lib/infra/parse-variables'
import { readSiteMark, type SiteMark } from '@/lib/infra/read-site-mark'
import { createTurns } from '@/lib/infra/turns'
import { createMetrics, type Metrics } from '@/lib/operations/create-metrics'
import type { OperationsHttp } from '@/lib/operations/create-operations-http'
import { checkMainnets } from '@/lib/operations/doctor/check-mainnets'
import { createLeases } from '@/lib/payments/leases'
import type { Gate } from '@/lib/resource-server/gate'
import { createInstanceId } from '@/lib/resource-server/instance'
import { createOwnRoutes } from '@/lib/resource-server/own-routes'
import type { PaidRoute, Site } from '@/lib/resource-server/paid-route'
import { createPaymentPage } from '@/lib/resource-server/payment-page'
import { createStoredRoutes, type StoredRoutes } from '@/lib/resource-server/stored-routes'
import { createSellerApi, type SellerApi } from '@/lib/seller-api/create-seller-api'
import type { SellerApiPorts } from '@/lib/seller-api/ports'
import { type ChallengeCounter, createChallengeCounter } from '@/lib/sellers/payments/count-challenges'
import type { SellersContext } from '@/lib/sellers/ports'
import type { SessionSite } from '@/lib/sign-in/http/session-site'
import type { SignInContext } from '@/lib/sign-in/sign-in-context'
import { PAYMENT_REQUIRED_ERROR } from '@/lib/x402/reasons'
import { openCatalog } from './catalog'
import { toChainsConfig } from './chains-config'
import { toChainsPort } from './chains-port'
import { createPaidDocuments } from './create-paid-documents'
import { toEntitlementsPort } from './entitlements-port'
import { openFacilitator, openFacilitatorHttp, readLeastClaims, toFacilitatorPort } from './facilitator-port'
import { loadGoods } from './load-goods'
import { createMcpServers, type McpServers } from './mcp'
import { openOperations } from './operations'
import { openReplica } from './replica'
import { toSellerApiPorts } from './seller-api-ports'
import { openSellers } from './sellers'
import { shopsPort, toSessionPort } from './session-port'
import { openSignIn, toConfirmationPort, toSignInPort } from './sign-in-port'
import { openSite } from './site'
import { toStoredRoutesPort } from './stored-handler'

/** The running application: every room, joined. One per process. */
export type Application = {
  /** Names this process to its operator. */
  instanceId: string
  env: ServerEnv
  /** Names of the variables that the process was started with. */
  variables: readonly string[]
  database: Database
  /** Where public lists are read; null where that is the database. */
  replica: LaggingReads | null
  log: Logger
  chains: Chains
  facilitator: Facilitator
  facilitatorHttp: FacilitatorHttp
  catalog: Catalog
  gate: Gate
  site: Site
  mcp: McpServers
  signIn: SignInContext
  /** What answers about sessions need. */
  sessions: SessionSite
  sellers: SellersContext
  /** What sellers have made, under `/x/<handle>/…`. */
  storedRoutes: StoredRoutes
  /** How often one address may read the chain through this site. */
  admitRpcCall: RpcAdmission
  sellerApi: SellerApi
  sellerApiPorts: SellerApiPorts
  /** Calls of the explorer's pages to listed resources of other hosts. */
  relay: RelaySite
  counters: { handlerRuns: number }
  challengeCounter: ChallengeCounter
  metrics: Metrics
  operations: OperationsHttp
  /** The site's picture. */
  mark: SiteMark | null
  /** What the demo has to buy; null everywhere else. */
  goods: Goods | null
  /** What this site's own code sells. */
  ownRoutes: readonly PaidRoute[]
  /** Answers a request to what is sold here, by this code or by sellers, inside this process. */
  answerOwn: (request: Request) => Promise<Response>
  /** OpenAPI of what is sold here, or in one shop. */
  paidDocument: (handle: string | null) => Promise<string | null>
}

/**
 * Builds an application from an environment.
 * @param ownRoutes instead of those of the demo
 */
export async function buildApplication(
  source: NodeJS.ProcessEnv,
  ownRoutes?: readonly PaidRoute[],
): Promise<Application> {
  const env = parseServerEnv(source)
  const goods = await loadGoods(env)
  const routes = ownRoutes ?? goods?.routes ?? []
  const log = createLogger({ level: env.logLevel, redact: createRedact(secretsOf(env)) })
  for (const { name: variable, meant } of findUnknownVariables(Object.keys(source), serverVariableNames))
    log.warn({ variable, ...(meant && { meant }) }, 'nothing reads this variable')
  for (const open of findOpenFiles(serverVariableNames, source))
    log.warn(open, 'every user of this machine may read that file: chmod 600 it')
  const database = sharedDatabase(env.databaseUrl)
  const chains = createChains(toChainsConfig(env))
  const metrics = createMetrics(log)
  const replica = openReplica({ env, database, log, metrics })
  const catalog = openCatalog({ env, chains, database, log, read: replica?.read })
  const facilitatorMetrics = createFacilitatorMetrics(metrics.registry)
  const facilitator = facilitatorMetrics.watch(await openFacilitator({ env, chains, database, log, catalog }))
  const turns = createTurns({ maxWaiting: 1_000, maxWaitingPerCaller: 500 })
  const takeTurn = (request: Request) => turns.take(callerOf(request.headers))
  const facilitatorHttp = openFacilitatorHttp({ env, facilitator, database, log, takeTurn })
  warnOfOpenMainnets(listOpenMainnets(env, facilitator.supported()), log)
  for (const { subject, found, fix } of checkMainnets(env).filter(({ state }) => state === 'warn'))
    log.warn({ subject, found }, `On a network of real money: ${fix}`)
  const facilitatorPort = toFacilitatorPort(env, facilitator, log)
  const signIn = openSignIn({ env, chains, database })
  const counters = { handlerRuns: 0 }
  const challengeCounter = createChallengeCounter()
  const gate: Gate = {
    publicOrigin: env.publicOrigin,
    database,
    clock: systemClock,
    log,
    takeTurn,
    claimLimits: env.channels.claim,
    leastClaims: () => readLeastClaims(env, facilitator),
    leases: createLeases({ database, log }),
    ports: {
      facilitator: facilitatorPort,
      chains: toChainsPort(chains, log, env.channels),
      signIn: toSignInPort(signIn),
      sessions: toSessionPort({ database, publicOrigin: env.publicOrigin }),
      entitlements: toEntitlementsPort(database),
      ...(env.receiptSigningKey ? { signReceipt: createTypedDataSigner(env.receiptSigningKey) } : {}),
      paymentPage: createPaymentPage({ publicOrigin: env.publicOrigin, log }),
    },
    observer: {
      handlerStarted: () => void (counters.handlerRuns += 1),
      calledByVoucher: (call) => catalog.calls.add({ ...call, at: systemClock() }),
      // A 402 with a reason answers a payment that was refused; it has been counted when it was first asked for.
      challenged: ({ routeKey, audience, error }) => {
        metrics.countChallenge(audience)
        if (error === PAYMENT_REQUIRED_ERROR) challengeCounter.add({ routeKey, audience, at: systemClock() })
      },
      ended: ({ status }) => metrics.countEnded(status),
    },
  }
  const site = await openSite(env, facilitatorPort, log)
  const confirmations = toConfirmationPort(signIn, { publicOrigin: env.publicOrigin, networks: site.signInNetworks })
  const sellers = openSellers({ env, database, chains, gate, catalog, confirmations })
  const relay = openRelay({ publicOrigin: env.publicOrigin, isDemo: env.isDemo, catalog, database })
  const storedRoutes = createStoredRoutes(gate, toStoredRoutesPort(sellers))
  const answerOwn = createOwnRoutes({ gate, site, routes, storedRoutes })
  const mcp = createMcpServers({ gate, site, goods, catalog, database, env, log, sellers, relay, answerOwn })
  const sellerApiPorts = toSellerApiPorts(env, gate, sellers)
  return {
    instanceId: createInstanceId(),
    env,
    variables: Object.keys(source),
    database,
    replica,
    log,
    chains,
    facilitator,
    facilitatorHttp,
    catalog,
    gate,
    site,
    signIn,
    sessions: {
      database,
      publicOrigin: env.publicOrigin,
      signInNetworks: site.signInNetworks,
      signIn,
      shops: shopsPort,
    },
    sellers,
    storedRoutes,
    mark: readSiteMark(env.site.markFile),
    goods,
    ownRoutes: routes,
    answerOwn,
    paidDocument: createPaidDocuments({ env, site, ownRoutes: routes, database }),
    admitRpcCall: createRpcAdmission(database),
    sellerApi: createSellerApi({ sellers, ports: sellerApiPorts, log, siteName: env.site.name }),
    sellerApiPorts,
    mcp,
    relay,
    counters,
    challengeCounter,
    metrics,
    operations: openOperations({ env, database, log, metrics, facilitator, facilitatorPort, facilitatorMetrics }),
  }
}
