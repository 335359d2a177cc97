import { systemClock } from '@/lib/base/infra/clock'
import { safeFetch } from '@/lib/base/infra/safe-fetch'
import { createCatalog } from '@/lib/bazaar/create-catalog'
import { openRelay } from '@/lib/bazaar/http/answer-relay-call'
import { createDiscoveryTurns } from '@/lib/bazaar/http/discovery-limit'
import type { CatalogDeps } from '@/lib/bazaar/ports'
import type { Base } from './base'

/** In the demo everything is on this machine, and a visitor has minutes, not days. */
const DEMO_PROBE_INTERVAL_MS = 30_000

/** The catalog: its search and its endpoints, and the explorer's calls to listed resources. */
export type OpenBazaar = ReturnType<typeof openBazaar>

/** The demo reaches only loopback; elsewhere loopback is out of reach. */
export function openBazaar(base: Base, ports: Pick<CatalogDeps, 'sales' | 'sellers' | 'findFundings'>) {
  const { env, chains, database, log } = base
  const { publicOrigin, isDemo } = env
  const catalog = createCatalog({
    ...ports,
    database,
    log,
    publicOrigin,
    clock: systemClock,
    fetch: safeFetch,
    verifyMessage: (message) => chains.verifyMessageSignature(message),
    siteName: env.site.name,
    reach: isDemo ? 'loopback' : 'public',
    fetchIcon: isDemo ? fetchSampleIcon(env.demoIconsPort) : safeFetch,
    ...(isDemo && { probeIntervalMs: DEMO_PROBE_INTERVAL_MS }),
    admit: createDiscoveryTurns({ clock: systemClock, isDemo }),
    imports: env.bazaarImports,
  })
  const relay = openRelay({ publicOrigin, isDemo, catalog })
  return { catalog, relay, jobs: catalog.jobs, stop: async () => {} }
}

/**
 * The icons of the demo's sample services: their one public name, which no one can own (RFC 2606), leads to this machine,
 * and no other is resolved, since the demo reaches nothing outside.
 */
const fetchSampleIcon =
  (port: number): typeof safeFetch =>
  (url, options) => {
    const here = new URL(url)
    here.port = String(port)
    const resolve = async (name: string) => (name === 'icons.example.com' ? ['127.0.0.1'] : [])
    return safeFetch(here.href, { ...options, allowLoopback: true, resolve })
  }
