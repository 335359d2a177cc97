import type { Logger } from '@/lib/base/infra/logger'
import type { Catalog } from '@/lib/bazaar/create-catalog'
import type { ToolSource } from '@/lib/mcp/tool'
import type { SellersContext } from '@/lib/shop/sellers/ports'
import { keepListedTools, listTools } from '@/lib/shop/sellers/routes/load-tools'
import { isStoredToolName } from '@/lib/shop/sellers/routes/route-address'
import { listTool } from './list-own'

/** The latest changes that one look takes in; a tool beyond them is listed when it is paid for. */
const MAX_CHANGES = 200

/**
 * Keeps the catalog's entries of sellers' tools in step with their offers: new terms are listed, and tools no longer
 * offered are removed. Telling twice changes nothing, so every instance may do it.
 */
export function createToolLister(parts: {
  tools: ToolSource
  sellers: SellersContext
  catalog: Catalog
  log: Logger
}): () => Promise<void> {
  const { tools, sellers, catalog, log } = parts
  const told = new Map<string, string>()

  return async () => {
    const latest = await listTools(sellers.database, { handle: null, limit: MAX_CHANGES })
    for (const { name, version, isListed } of latest) {
      if (!isListed || told.get(name) === version) continue
      const tool = await tools.find(name)
      if (tool) await listTool(tool, { catalog, log })
    }
    told.clear()
    for (const { name, version } of latest) told.set(name, version)
    const listed = (await catalog.listedOwnTools()).filter(({ toolName }) => isStoredToolName(toolName))
    const kept = await keepListedTools(
      sellers.database,
      listed.map(({ toolName }) => toolName),
    )
    for (const { key, toolName } of listed) if (!kept.has(toolName)) await catalog.removeOwn(key)
  }
}
