import { type CallToolResult, CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import type { JsonSchema } from '@/lib/base/x402/json-schema'
import type { PricedOption } from '@/lib/base/x402/payment-option'
import { parseRouteKey } from '@/lib/base/x402/route-pattern'
import { buildTerms, samplePath } from '@/lib/gate/resource-server/build-terms'
import type { Gate } from '@/lib/gate/resource-server/gate'
import { protect } from '@/lib/gate/resource-server/protect'
import type { HandlerContext, RouteConfig, RouteSignIn } from '@/lib/gate/resource-server/route-config'
import { type FreeTool, type PaidTool, structuredResult, type ToolArguments, type ToolDescription } from './tool'

/** A paid tool's view of its call: who paid or signed in, and how to set the charge. */
export type PaidCall = Pick<HandlerContext, 'buyer' | 'signal'> & {
  meter: Pick<HandlerContext['meter'], 'setAmount' | 'charge'>
}

/** A paid tool's parts that a route has too. */
type ToolRoute = Pick<
  RouteConfig,
  'resource' | 'settle' | 'handlerTimeoutSeconds' | 'manySmallCalls' | 'query' | 'stored' | 'passes' | 'passSeconds'
>

export type ToolOffer = ToolDescription &
  ToolRoute & {
    accepts: PricedOption[]
    /** Key under which its payments are recorded, for a tool that belongs to a paid route. */
    routeKey?: string
    example: ToolArguments
    /** JSON Schema of the result's structured content; goes into the catalog and never into `tools/list`. */
    outputSchema?: JsonSchema
    /** False keeps it out of catalogs; true when omitted. */
    isListed?: boolean
    signIn?: RouteSignIn
    /** For a tool of a paid route: the address where the route sells the same; null where the arguments name none. */
    addressOf?: (input: ToolArguments) => string | null
    /** Why no request can be made of arguments that fit the schema: told before anything is paid. */
    findFault?: (input: ToolArguments) => string | null
    /** A result with `isError` charges nothing. */
    run: (input: ToolArguments, call: PaidCall) => Promise<CallToolResult>
  }

/**
 * Puts a price on any MCP tool: its calls go through the same gate as paid routes. Each has a route that no request from
 * outside reaches.
 */
export function priceTool(gate: Gate, offer: ToolOffer): PaidTool {
  const { routeKey, title, example, outputSchema, isListed = true, signIn, run, ...described } = offer
  const { name, description, inputSchema, addressOf, findFault, ...route } = described
  const key = routeKey ?? `POST /mcp/tools/${encodeURIComponent(name)}`
  const config: RouteConfig = {
    ...route,
    toolName: name,
    description,
    mimeType: 'application/json',
    extensions: {
      bazaar: {
        discoverable: isListed,
        type: 'mcp',
        toolName: name,
        description,
        inputSchema,
        example,
        transport: 'streamable-http',
        ...(outputSchema && { outputSchema }),
      },
      ...(signIn && { 'sign-in-with-x': signIn }),
    },
  }
  const gated = protect(
    async () => gate,
    key,
    () => config,
    async (request, call) => {
      const input = (await request.json()) as ToolArguments // Written by createToolServer, after the schema was checked.
      // A result that clients could not read must fail here, before anything is charged.
      const result = CallToolResultSchema.parse(await run(input, call))
      return Response.json(result, { status: result.isError ? 422 : 200 })
    },
  )
  return {
    kind: 'paid',
    name,
    title,
    description,
    inputSchema,
    addressOf,
    findFault,
    url: gate.publicOrigin + samplePath(key),
    answer: gated[parseRouteKey(key).method],
    terms: () => buildTerms(gate, key, config),
  }
}

/** Lists what is sold, on which networks and for how much, for callers that cannot read a challenge yet. */
export const priceListTool = (findOffers: () => Promise<ToolOffer[]>): FreeTool => ({
  kind: 'free',
  name: 'list_paid_tools',
  title: 'What is sold here',
  description: 'The paid tools of this server with their prices and networks. Free.',
  inputSchema: { type: 'object', properties: {} },
  run: async () =>
    structuredResult({
      tools: (await findOffers()).map(({ name, description, accepts, example }) => ({
        name,
        description,
        prices: accepts.map(({ scheme, price, network }) => ({ scheme, price, network })),
        example,
      })),
    }),
})
