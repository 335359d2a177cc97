import { once } from '@/lib/base/chains/once'
import { isOutage } from '@/lib/gate/resource-server/ports'
import type { ToolGatePort } from '@/lib/mcp/ports'
import { priceListTool, priceTool, type ToolOffer } from '@/lib/mcp/price-tool'
import { fixedTools, joinTools, type ToolSource } from '@/lib/mcp/tool'

/**
 * The site's own MCP tools: the paid ones that it can sell on its networks, and a free one that lists everything sold,
 * `findMore` included.
 */
export function createSiteTools(
  gate: ToolGatePort,
  readOffers: () => ToolOffer[],
  findMore: () => Promise<ToolOffer[]> = async () => [],
): ToolSource {
  const offer = once(() => readOffers().filter(({ accepts }) => accepts.length > 0))
  const price = once(() => fixedTools(offer().map((offered) => priceTool(gate, offered))))
  const priceList = priceListTool(async () => [...(whileSold(offer) ?? []), ...(await findMore())])
  const paid: ToolSource = {
    list: async () => whileSold(price)?.list() ?? [],
    find: async (name) => whileSold(price)?.find(name) ?? null,
  }
  return joinTools([paid, fixedTools([priceList])])
}

/** Null while the facilitator has not said what it settles. */
function whileSold<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (isOutage(error)) return null
    throw error
  }
}
