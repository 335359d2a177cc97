import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import {
  type CallToolRequest,
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type ListToolsResult,
} from '@modelcontextprotocol/sdk/types.js'

type Offer = {
  pages: ListToolsResult['tools'][]
  call: (params: CallToolRequest['params']) => CallToolResult | Promise<CallToolResult>
  isJson?: boolean
}

export const listedTool = (name: string) => ({
  name,
  description: `Tells ${name}`,
  inputSchema: { type: 'object' as const },
})
/** How a paid tool refuses an unpaid call. */
export const refusal = (terms: object): CallToolResult => ({
  isError: true,
  structuredContent: { ...terms },
  content: [{ type: 'text', text: JSON.stringify(terms) }],
})
/** A tool server as people run it: the SDK's own, a new one for each request. */
export function toolServer({ pages, call, isJson = true }: Offer): RequestListener {
  return (request, response) => {
    const server = new Server({ name: 'tides', version: '1' }, { capabilities: { tools: {} } })
    server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
      const page = Number(params?.cursor ?? 0)
      return { tools: pages[page] ?? [], ...(page + 1 < pages.length && { nextCursor: String(page + 1) }) }
    })
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => call(params))
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: isJson })
    response.once('close', () => void server.close())
    void answer(server, transport, request, response)
  }
}

async function answer(
  server: Server,
  transport: StreamableHTTPServerTransport,
  request: IncomingMessage,
  response: ServerResponse,
) {
  await server.connect(transport as Parameters<Server['connect']>[0])
  await transport.handleRequest(request, response)
}
