import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import type { PaymentIntent } from '@/lib/client/create-paid-fetch'
import { networkName } from '@/lib/x402/networks'
import { fetchPaidData, type PaidDataParts } from './fetch-paid-data'
import { NoDataError } from './no-data-error'

/** The bridge's one tool. Source: service spec 4.6. */
const TOOL_NAME = 'get-data-from-resource-server'

/**
 * An MCP server with one tool: it gets the configured resource, pays on 402, and returns the data as text.
 * Where nothing comes back, the result says why and whether anything was paid.
 */
export function createBridgeServer(parts: Omit<PaidDataParts, 'confirm'>, redact: (text: string) => string): Server {
  const server = new Server({ name: 'turnpike-mcp-bridge', version: '0.1.0' }, { capabilities: { tools: {} } })
  const { config } = parts
  const confirm = config.isConfirmed ? askThePerson(server) : async () => null
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: [
      {
        name: TOOL_NAME,
        description: `Gets data from ${config.url.href}, paying for it with the configured wallet`,
        inputSchema: { type: 'object', properties: {} },
      },
    ],
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
    if (params.name !== TOOL_NAME) throw new McpError(ErrorCode.InvalidParams, `The only tool is ${TOOL_NAME}.`)
    try {
      return textResult(redact(JSON.stringify(await fetchPaidData({ ...parts, confirm }))))
    } catch (error) {
      if (!(error instanceof NoDataError)) console.error(redact(error instanceof Error ? error.message : String(error)))
      return { ...textResult(redact(error instanceof Error ? error.message : 'The call failed.')), isError: true }
    }
  })
  return server
}

const textResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })

const confirmationSchema = {
  type: 'object' as const,
  properties: { pay: { type: 'boolean' as const, title: 'Pay', description: 'Yes signs the payment' } },
  required: ['pay'],
}

/** Asks through the client. One that cannot ask cannot pay: the setting forbids payments without a question. */
function askThePerson(server: Server): PaidDataParts['confirm'] {
  return async (intent, url) => {
    if (!server.getClientCapabilities()?.elicitation) {
      return 'BRIDGE_CONFIRM is on and this MCP client cannot ask its user (no elicitation). Nothing was paid.'
    }
    const answer = await server.elicitInput({ message: question(intent, url), requestedSchema: confirmationSchema })
    const isAgreed = answer.action === 'accept' && answer.content?.pay === true
    return isAgreed ? null : 'The payment was not confirmed. Nothing was paid.'
  }
}

function question({ requirements, price, wallet }: PaymentIntent, url: URL): string {
  const amount = requirements.scheme === 'upto' ? `at most ${price}` : price
  return `Pay ${amount} on ${networkName(requirements.network)} from ${wallet.address} to ${requirements.payTo} for ${url.href}?`
}
