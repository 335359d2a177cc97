import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import type { PaymentIntent } from '@/lib/client/create-paid-fetch'
import { refundChannel } from '@/lib/client/refund-channel'
import { networkName } from '@/lib/x402/networks'
import { BATCH_SETTLEMENT } from '@/lib/x402/payment-channel'
import { fetchPaidData, type PaidDataParts } from './fetch-paid-data'
import { NoDataError } from './no-data-error'

/** The bridge's tool. Source: service spec 4.6. */
const TOOL_NAME = 'get-data-from-resource-server'

/** Ours, and there only where deposits are allowed. */
const REFUND_TOOL_NAME = 'get-deposit-back'

const noInput = { type: 'object' as const, properties: {} }

/**
 * An MCP server with one tool: it gets the configured resource, pays on 402, and returns the data as text. Where
 * deposits are allowed, a second one gets back what is left of them.
 * Where nothing comes back, the result says why and whether anything was paid.
 */
export function createBridgeServer(parts: Omit<PaidDataParts, 'confirm'>, redact: (text: string) => string): Server {
  const server = new Server({ name: 'turnpike-mcp-bridge', version: '0.1.0' }, { capabilities: { tools: {} } })
  const { config } = parts
  const confirm = config.isConfirmed
    ? askThePerson(server, config.keys.channels?.maxDepositDollars ?? null)
    : async () => null
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: [
      {
        name: TOOL_NAME,
        description: `Gets data from ${config.url.href}, paying for it with the configured wallet`,
        inputSchema: noInput,
      },
      ...(config.keys.channels ? [refundTool(config.url)] : []),
    ],
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
    if (params.name === REFUND_TOOL_NAME && config.keys.channels) return refundRest(parts, redact)
    if (params.name !== TOOL_NAME) throw new McpError(ErrorCode.InvalidParams, 'tools/list names the tools.')
    try {
      return textResult(redact(JSON.stringify(await fetchPaidData({ ...parts, confirm }))))
    } catch (error) {
      if (!(error instanceof NoDataError)) console.error(redact(error instanceof Error ? error.message : String(error)))
      return { ...textResult(redact(error instanceof Error ? error.message : 'The call failed.')), isError: true }
    }
  })
  return server
}

const refundTool = (url: URL) => ({
  name: REFUND_TOOL_NAME,
  description: `Gets back what is left of the deposit that calls to ${url.href} are paid out of`,
  inputSchema: noInput,
})

/** The deposit is the payer's own: asking for it back needs no confirmation, and costs nothing. */
async function refundRest(
  { config, wallets, audit }: Omit<PaidDataParts, 'confirm'>,
  redact: (text: string) => string,
): Promise<CallToolResult> {
  const outcome = await refundChannel(wallets, config.url.href, null)
  if (outcome.kind === 'failed') return { ...textResult(redact(outcome.message)), isError: true }
  const { transaction, network, amount = '0' } = outcome.settlement
  await audit({ event: 'refunded', url: config.url.href, transaction, network, amount })
  return textResult(JSON.stringify({ refunded: amount, network, transaction }))
}

const textResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })

const confirmationSchema = {
  type: 'object' as const,
  properties: { pay: { type: 'boolean' as const, title: 'Pay', description: 'Yes signs the payment' } },
  required: ['pay'],
}

/** Asks through the client. One that cannot ask cannot pay: the setting forbids payments without a question. */
function askThePerson(server: Server, maxDeposit: string | null): PaidDataParts['confirm'] {
  return async (intent, url) => {
    if (!server.getClientCapabilities()?.elicitation) {
      return 'BRIDGE_CONFIRM is on and this MCP client cannot ask its user (no elicitation). Nothing was paid.'
    }
    const answer = await server.elicitInput({
      message: question(intent, url, maxDeposit),
      requestedSchema: confirmationSchema,
    })
    const isAgreed = answer.action === 'accept' && answer.content?.pay === true
    return isAgreed ? null : 'The payment was not confirmed. Nothing was paid.'
  }
}

function question({ requirements, price, wallet }: PaymentIntent, url: URL, maxDeposit: string | null): string {
  const { scheme, network, payTo } = requirements
  const amount = scheme === 'upto' ? `at most ${price}` : price
  const aside =
    scheme === BATCH_SETTLEMENT
      ? ` It is paid out of a deposit of at most ${maxDeposit}; ${REFUND_TOOL_NAME} gets back what is left.`
      : ''
  return `Pay ${amount} on ${networkName(network)} from ${wallet.address} to ${payTo} for ${url.href}?${aside}`
}
