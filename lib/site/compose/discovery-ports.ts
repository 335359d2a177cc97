import { CALLER_HEADER, markCaller } from '@/lib/base/http/caller-mark'
import type { Shares } from '@/lib/base/http/shares'
import type { Database } from '@/lib/base/infra/database'
import { inEnglish } from '@/lib/base/sentences/in-english'
import { acceptedNetworks } from '@/lib/bazaar/browse/filters'
import { presentDetail } from '@/lib/bazaar/browse/present-entry'
import type { Catalog } from '@/lib/bazaar/create-catalog'
import { presentSearch } from '@/lib/bazaar/search/present-search'
import type { CatalogPort, OutboundPort } from '@/lib/mcp/ports'

export function toCatalogPort(catalog: Catalog, database: Database): CatalogPort {
  return {
    search: async (parameters) => presentSearch(await catalog.search(parameters)),
    get: async (key) => {
      const found = await catalog.get(key)
      return found && presentDetail(found)
    },
    preflight: (resource) => catalog.preflight(resource),
    networks: async () => [...(await acceptedNetworks(database))].sort(),
  }
}

/**
 * Calls to listed resources, on other hosts or here, under the explorer's rules: one caller holds no more places than a
 * reader of its pages. The payment goes only to that address; resources of this site are called in this process.
 */
export function toOutboundPort(
  catalog: Pick<Catalog, 'callListed'>,
  places: Shares,
  answerOwn: (request: Request) => Promise<Response>,
): OutboundPort {
  return {
    async send({ caller, ...call }) {
      const leave = places.take(`relay:${caller}`)
      if (!leave)
        return { kind: 'fault', message: 'Too many calls are under way; try again in a moment.', isSent: false }
      try {
        const outcome = await catalog.callListed(call, (request) => {
          request.headers.set(CALLER_HEADER, markCaller(caller))
          return answerOwn(request)
        })
        if (outcome.kind === 'answer' && outcome.isCut) {
          return { kind: 'fault', message: 'The answer is too large to pass on.', isSent: true }
        }
        return outcome.kind === 'answer' ? outcome : { ...outcome, message: inEnglish(outcome.message) }
      } finally {
        leave()
      }
    },
  }
}
