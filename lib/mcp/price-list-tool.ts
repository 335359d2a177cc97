import type { ToolOffer } from './price-tool'
import type { FreeTool } from './tool'
import { structuredResult } from './tool-results'

/** Lists what is sold, on which networks and for how much, for callers that cannot read a challenge yet. */
export function priceListTool(findOffers: () => Promise<ToolOffer[]>): FreeTool {
  return {
    kind: 'free',
    name: 'list_paid_tools',
    title: 'What is sold here',
    description: 'The paid tools of this server with their prices and networks. Free.',
    inputSchema: { type: 'object', properties: {} },
    run: async () => structuredResult({ tools: (await findOffers()).map(toPriceEntry) }),
  }
}

const toPriceEntry = ({ name, description, accepts, example }: ToolOffer) => ({
  name,
  description,
  prices: accepts.map(({ scheme, price, network }) => ({ scheme, price, network })),
  example,
})
