import type { Catalog } from '@/lib/catalog/create-catalog'
import { acceptedNetworks } from '@/lib/catalog/networks-in-use'
import type { Database } from '@/lib/infra/database'
import { safeFetch, SafeFetchError, type SafeFetchFault } from '@/lib/infra/safe-fetch'
import type { CatalogPort, OutboundPort } from '@/lib/mcp/ports'

/** The catalog as MCP's discovery tools read it. */
export function toCatalogPort(catalog: Catalog, database: Database): CatalogPort {
  return {
    search: (parameters) => catalog.search(parameters),
    get: (key) => catalog.get(key),
    networks: async () => [...(await acceptedNetworks(database))].sort(),
  }
}

/** A paid handler and its settlement may take a minute each. */
const CALL_TIMEOUT_MS = 120_000
const MAX_ANSWER_BYTES = 1_000_000
/** Nobody floods others, or fills this process, through us. */
const MAX_IN_FLIGHT = 32

/** Faults after which the request may have reached its server. */
const sentFaults: SafeFetchFault[] = ['timeout', 'too_large', 'too_many_redirects', 'unreachable']

/**
 * Calls to addresses that callers name: public ones and our own, which may be on this machine; nothing else that is.
 * The payment goes to that address alone.
 */
export function toOutboundPort({ publicOrigin }: { publicOrigin: string }): OutboundPort {
  let inFlight = 0
  return {
    async send({ url, ...request }) {
      if (inFlight >= MAX_IN_FLIGHT) {
        return { kind: 'fault', message: 'Too many calls are under way; try again in a moment.', isSent: false }
      }
      inFlight += 1
      const allowLoopback = URL.parse(url)?.origin === publicOrigin
      const limits = { timeoutMs: CALL_TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES, maxRedirects: 0, allowLoopback }
      try {
        const { status, headers, body } = await safeFetch(url, { ...request, ...limits })
        return { kind: 'answer', status, headers, body }
      } catch (error) {
        if (!(error instanceof SafeFetchError)) throw error
        const message =
          error.fault === 'too_many_redirects' ? 'The address redirects; call where it leads.' : error.message
        return { kind: 'fault', message, isSent: sentFaults.includes(error.fault) }
      } finally {
        inFlight -= 1
      }
    },
  }
}
