import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { isDomainError } from '@/lib/base/infra/domain-error'
import { VERSION } from '@/lib/base/infra/version'
import { createPayer } from '@/lib/client/create-payer'
import { PayerError } from '@/lib/client/payer-error'
import { openBudget } from '../budget'
import { parseBridgeEnv } from './bridge-env'
import { fetchPaidData } from './fetch-paid-data'
import { createKeyRedactor } from './redact-keys'
import { giveStdoutToProtocol, serveTools } from './serve-tools'

export const BRIDGE_HELP = `An MCP server over stdio with one tool, get-data-from-resource-server: it gets one resource, paying for it.

  turnpike bridge

EVM_PRIVATE_KEY and SVM_PRIVATE_KEY hold the keys, at least one of them; RESOURCE_SERVER_URL (http://localhost:4021) and
ENDPOINT_PATH (/weather) say what it gets. BRIDGE_MAX_PER_CALL ($1), BRIDGE_BUDGET (no limit) and BRIDGE_BUDGET_FILE say
what one call and all may cost, and where that is counted; BRIDGE_SIGN_IN=1 tries to sign in before it pays.
`

/** Where the bridge is spoken to, and where it prints what its owner reads. */
type BridgeEnds = { transport: Transport; print: (line: string) => void }

/** Serves as the variables say until the transport closes. Returns whether it started; `print` has got why not. */
export async function startBridge(variables: NodeJS.ProcessEnv, { transport, print }: BridgeEnds): Promise<boolean> {
  const redact = createKeyRedactor([variables.EVM_PRIVATE_KEY?.trim(), variables.SVM_PRIVATE_KEY?.trim()])
  try {
    const { url, keys, isSignInTried, limits, budgetFile } = parseBridgeEnv(variables)
    const { wallets } = await createPayer(keys)
    const budget = openBudget(budgetFile, limits)
    const request = { url, maxDollars: limits.perCall, isSignInTried }
    const tool = {
      // Source: service spec 4.6.
      name: 'get-data-from-resource-server',
      description: `Gets data from ${url.href}, paying for it with the configured wallet`,
      inputSchema: { type: 'object' as const, properties: {} },
      run: async () => fetchPaidData(request, { wallets, call: budget.openCall(url.href) }),
    }
    const server = new Server({ name: 'turnpike-mcp-bridge', version: VERSION }, { capabilities: { tools: {} } })
    serveTools(server, [tool], redact)
    await server.connect(transport)
    print(`Bridge to ${url.href}, paying from ${wallets.map(({ address }) => address).join(' and ')}.`)
    return true
  } catch (error) {
    const isPlain = isDomainError(error) || error instanceof PayerError
    print(redact(isPlain ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)))
    return false
  }
}

/** `turnpike bridge`, and the program `turnpike-mcp-bridge`. */
export async function bridgeCommand(_argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  giveStdoutToProtocol()
  return (await startBridge(env, { transport: new StdioServerTransport(), print: console.error })) ? 0 : 1
}
