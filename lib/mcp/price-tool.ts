import { type CallToolResult, CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import type { JsonSchema } from '@/lib/base/x402/json-schema'
import type { PaidCall, ToolGatePort, ToolRoute } from './ports'
import { type FreeTool, type PaidTool, structuredResult, type ToolArguments, type ToolDescription } from './tool'

export type ToolOffer = ToolDescription & {
  accepts: ToolRoute['accepts']
  resource?: ToolRoute['resource']
  example: ToolArguments
  /** JSON Schema of the result's structured content; goes into the catalog and never into `tools/list`. */
  outputSchema?: JsonSchema
  transport?: 'streamable-http' | 'sse'
  /** False keeps it out of catalogs; true when omitted. */
  isListed?: boolean
  route?: Pick<
    ToolRoute,
    'routeKey' | 'settle' | 'handlerTimeoutSeconds' | 'manySmallCalls' | 'query' | 'stored' | 'passes' | 'passSeconds'
  >
  signIn?: ToolRoute['extensions']['sign-in-with-x']
  /** For a tool of a paid route: the address where the route sells the same; null where the arguments name none. */
  addressOf?: (input: ToolArguments) => string | null
  /** Why no request can be made of arguments that fit the schema: told before anything is paid. */
  findFault?: (input: ToolArguments) => string | null
  /** A result with `isError` charges nothing. */
  run: (input: ToolArguments, call: PaidCall) => Promise<CallToolResult>
}

/** Puts a price on any MCP tool: its calls go through the same gate as paid routes. */
export function priceTool(gate: ToolGatePort, offer: ToolOffer): PaidTool {
  const { accepts, resource = {}, route = {}, signIn, run } = offer
  const { name, title, description, inputSchema, addressOf, findFault } = offer
  const gated = gate.protect({
    ...route,
    toolName: name,
    accepts,
    description,
    resource,
    extensions: { bazaar: declareTool(offer), ...(signIn ? { 'sign-in-with-x': signIn } : {}) },
    handler: async (request, call) => {
      const input = (await request.json()) as ToolArguments // Written by callPaidTool, after the schema was checked.
      // A result that clients could not read must fail here, before anything is charged.
      const result = CallToolResultSchema.parse(await run(input, call))
      return Response.json(result, { status: result.isError ? 422 : 200 })
    },
  })
  return { kind: 'paid', name, title, description, inputSchema, ...gated, addressOf, findFault }
}

function declareTool(offer: ToolOffer): Record<string, unknown> {
  const {
    name,
    description,
    inputSchema,
    outputSchema,
    example,
    transport = 'streamable-http',
    isListed = true,
  } = offer
  const declared = { discoverable: isListed, type: 'mcp', toolName: name, description, inputSchema, example, transport }
  return outputSchema ? { ...declared, outputSchema } : declared
}

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
