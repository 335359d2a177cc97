import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { VERSION } from '@/lib/base/infra/version'
import { refundChannel } from '@/lib/client/refund-channel'
import type { PayerWallet } from '@/lib/client/wallet'
import { type AdviseFirst, heedBazaar } from '../heed-bazaar'
import { askThePerson, REFUND_TOOL_NAME } from '../spending/ask-the-person'
import type { SpendingGuard } from '../spending/follow-call'
import type { BridgeConfig } from './bridge-env'
import { fetchPaidData } from './fetch-paid-data'
import { NoDataError } from './no-data-error'

/** The bridge's tool. Source: service spec 4.6. */
const TOOL_NAME = 'get-data-from-resource-server'

const noInput = { type: 'object' as const, properties: {} }

export type BridgeParts = {
  config: BridgeConfig
  wallets: PayerWallet[]
  /** Asks the bazaar that the variables name; null without one. */
  advise: AdviseFirst | null
} & Omit<SpendingGuard, 'confirm'>

/**
 * An MCP server with one tool: it gets the configured resource, pays on 402, and returns the data as text. Where
 * deposits are allowed, a second one gets back what is left of them.
 * Where nothing comes back, the result says why and whether anything was paid.
 */
export function createBridgeServer(parts: BridgeParts, redact: (text: string) => string): Server {
  const server = new Server({ name: 'turnpike-mcp-bridge', version: VERSION }, { capabilities: { tools: {} } })
  const { config, wallets, advise, ...guard } = parts
  const ask = config.isConfirmed
    ? askThePerson(server, 'BRIDGE_CONFIRM', config.keys.channels?.maxDepositDollars ?? null)
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
    const notes: string[] = []
    const confirm = heedBazaar(advise, { tell: (line) => void notes.push(line), override: OVERRIDE }, ask)
    try {
      const data = await fetchPaidData(config, { wallets, guard: { ...guard, confirm } })
      return textResult(redact(JSON.stringify(data)), ...notes)
    } catch (error) {
      if (!(error instanceof NoDataError)) console.error(redact(error instanceof Error ? error.message : String(error)))
      return {
        ...textResult(redact(error instanceof Error ? error.message : 'The call failed.'), ...notes),
        isError: true,
      }
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
  { config, wallets, audit }: BridgeParts,
  redact: (text: string) => string,
): Promise<CallToolResult> {
  const outcome = await refundChannel(wallets, config.url.href, null)
  if (outcome.kind === 'failed') return { ...textResult(redact(outcome.message)), isError: true }
  const { transaction, network, amount = '0' } = outcome.settlement
  await audit({ event: 'refunded', url: config.url.href, transaction, network, amount })
  return textResult(JSON.stringify({ refunded: amount, network, transaction }))
}

const OVERRIDE = 'without BRIDGE_BAZAAR no bazaar is asked.'

const textResult = (...texts: string[]): CallToolResult => ({
  content: texts.map((text) => ({ type: 'text', text })),
})
