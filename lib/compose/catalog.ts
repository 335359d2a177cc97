import { type Catalog, createCatalog } from '@/lib/catalog/create-catalog'
import { createDiscoveryLimit } from '@/lib/catalog/http/discovery-limit'
import type { CatalogDeps } from '@/lib/catalog/ports'
import { createEmbeddings } from '@/lib/catalog/search/semantic/request-embeddings'
import type { Chains } from '@/lib/chains/chains'
import { dropNotes, listNoted } from '@/lib/facilitator/ledger/catalog-notes'
import { systemClock } from '@/lib/infra/clock'
import type { Database } from '@/lib/infra/database'
import type { ServerEnv } from '@/lib/infra/env'
import type { Logger } from '@/lib/infra/logger'
import { safeFetch } from '@/lib/infra/safe-fetch'
import { askTool } from '@/lib/mcp/ask-tool'
import { recordListingAct } from '@/lib/sellers/audit/record-listing-act'
import { isListingSuspended } from '@/lib/sellers/suspensions/is-listing-suspended'
import { sampleIcons } from './sample-icons'

/** In the demo everything that is asked is on this machine, and a visitor has minutes, not days. */
const DEMO_PROBE_INTERVAL_MS = 30_000
const NEW_ICONS_INTERVAL_MS = 60_000

/** Opens the catalog. The demo reaches loopback alone; elsewhere loopback is out of reach. */
export function openCatalog({
  env,
  chains,
  database,
  log,
  read,
}: {
  env: ServerEnv
  chains: Chains
  database: Database
  log: Logger
  read?: CatalogDeps['read']
}): Catalog {
  return createCatalog({
    database,
    ...(read && { read }),
    clock: systemClock,
    log,
    sales: { list: (limit) => listNoted(database, limit), forget: (keys) => dropNotes(database, keys) },
    fetch: safeFetch,
    askTool,
    verifyMessage: (message) => chains.verifyMessageSignature(message),
    publicOrigin: env.publicOrigin,
    siteName: env.site.name,
    reach: env.isDemo ? 'loopback' : 'public',
    icons: env.isDemo ? sampleIcons(env.demoIconsPort) : { fetch: safeFetch, noteEveryMs: NEW_ICONS_INTERVAL_MS },
    ...(env.isDemo && { probeIntervalMs: DEMO_PROBE_INTERVAL_MS }),
    admit: createDiscoveryLimit({ database, clock: systemClock, isDemo: env.isDemo }),
    sellers: {
      owns: (url) => url.startsWith(`${env.publicOrigin}/x/`),
      recordAct: recordListingAct,
      isSuspended: (listing) => isListingSuspended(database, listing),
    },
    imports: env.bazaarImports,
    ...(env.embeddings && { embeddings: createEmbeddings(env.embeddings) }),
  })
}
