import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { VERSION } from '@/lib/base/infra/version'
import { refundChannel } from '@/lib/client/refund-channel'
import type { PayerWallet } from '@/lib/client/wallet'
import { type AdviseFirst, heedBazaar } from '../heed-bazaar'
import { type ServedTool, serveTools } from '../serve-tools'
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
 */
export function createBridgeServer(parts: BridgeParts, redact: (text: string) => string): Server {
  const server = new Server({ name: 'turnpike-mcp-bridge', version: VERSION }, { capabilities: { tools: {} } })
  const { config, wallets, advise, ...guard } = parts
  const ask = config.isConfirmed
    ? askThePerson(server, 'BRIDGE_CONFIRM', config.keys.channels?.maxDepositDollars ?? null)
    : async () => null
  const dataTool: ServedTool = {
    name: TOOL_NAME,
    description: `Gets data from ${config.url.href}, paying for it with the configured wallet`,
    inputSchema: noInput,
    run: async (_, tell) => {
      const confirm = heedBazaar(advise, { tell, override: OVERRIDE }, ask)
      return fetchPaidData(config, { wallets, guard: { ...guard, confirm } })
    },
  }
  serveTools(server, [dataTool, ...(config.keys.channels ? [refundTool(parts)] : [])], redact)
  return server
}

/** The deposit is the payer's own: asking for it back needs no confirmation, and costs nothing. */
const refundTool = ({ config: { url }, wallets, audit }: BridgeParts): ServedTool => ({
  name: REFUND_TOOL_NAME,
  description: `Gets back what is left of the deposit that calls to ${url.href} are paid out of`,
  inputSchema: noInput,
  run: async () => {
    const outcome = await refundChannel(wallets, url.href, null)
    if (outcome.kind === 'failed') throw new NoDataError(outcome.message)
    const { transaction, network, amount = '0' } = outcome.settlement
    await audit({ event: 'refunded', url: url.href, transaction, network, amount })
    return { refunded: amount, network, transaction }
  },
})

const OVERRIDE = 'without BRIDGE_BAZAAR no bazaar is asked.'
