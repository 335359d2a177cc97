import type { Logger } from '@/lib/base/infra/logger'
import type { RouteTerms } from '@/lib/base/x402/payment-option'
import type { Catalog } from '@/lib/bazaar/create-catalog'
import { presentOutcome } from '@/lib/bazaar/entry/listing-outcome'
import { buildTerms } from '@/lib/gate/resource-server/build-terms'
import type { PaidRoute } from '@/lib/gate/resource-server/route-config'
import type { Tool } from '@/lib/mcp/tool'
import type { OpenGate } from './open-gate'

type Listing = { catalog: Pick<Catalog, 'indexOwn'>; log: Pick<Logger, 'warn'> }

/** Lists the routes of this site's code in the catalog, with the gate's own terms. */
export async function listOwnRoutes({
  gate,
  site,
  ownRoutes,
  ...listing
}: Pick<OpenGate, 'gate' | 'site'> & { ownRoutes: readonly PaidRoute[] } & Listing): Promise<void> {
  for (const { key, config, samplePath } of ownRoutes) {
    const findTerms = async () => {
      const own = config(site)
      return [own.accepts].flat().length > 0 ? buildTerms(gate, key, own, samplePath) : null
    }
    await list(key, findTerms, listing)
  }
}

/** Lists one tool with its current terms; skips a free one, which has none. */
export async function listTool(tool: Tool, listing: Listing): Promise<void> {
  if (tool.kind === 'paid') await list(tool.name, tool.terms, listing)
}

/** Skips a route that cannot be sold now: this runs again and again. */
async function list(
  name: string,
  findTerms: () => Promise<RouteTerms | null>,
  { catalog, log }: Listing,
): Promise<void> {
  try {
    const terms = await findTerms()
    // Its price is on networks that this site does not have, or it has none.
    if (!terms) return
    const outcome = await catalog.indexOwn(terms)
    if (outcome.status === 'rejected')
      log.warn({ name, ...presentOutcome(outcome) }, 'Something that is sold here was not listed')
  } catch (err) {
    log.warn({ err, name }, 'Something that is sold here could not be listed')
  }
}
