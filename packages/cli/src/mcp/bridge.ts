import { homedir } from 'node:os'
import { join } from 'node:path'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { z } from 'zod'
import { DomainError, isDomainError } from '@/lib/base/infra/domain-error'
import { VERSION } from '@/lib/base/infra/version'
import { chainUrls, isOnThisMachine } from '@/lib/client/chain-urls'
import { createPayer } from '@/lib/client/create-payer'
import { PayerError } from '@/lib/client/payer-error'
import { openBudget, readDollars } from '../budget'
import { getPaidData } from './get-paid-data'
import { createKeyRedactor, giveStdoutToProtocol, serveTools } from './serve-tools'

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
    const request = { url: url.href, maxDollars: limits.perCall, isSignInTried }
    const tool = {
      // Source: service spec 4.6.
      name: 'get-data-from-resource-server',
      description: `Gets data from ${url.href}, paying for it with the configured wallet`,
      inputSchema: { type: 'object' as const, properties: {} },
      run: async () => getPaidData(request, { payer: keys, call: budget.openCall(url.href) }),
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

const text = z.string().trim().min(1).optional()
const dollars = text.transform((value, context) => {
  const read = value === undefined ? null : readDollars(value)
  if (value !== undefined && read === null)
    context.addIssue({ code: 'custom', message: 'expected dollars such as $0.10' })
  return read
})

const envSchema = z.object({
  EVM_PRIVATE_KEY: text,
  SVM_PRIVATE_KEY: text,
  RESOURCE_SERVER_URL: text.default('http://localhost:4021'),
  ENDPOINT_PATH: text.default('/weather'),
  BRIDGE_MAX_PER_CALL: dollars,
  BRIDGE_BUDGET: dollars,
  BRIDGE_SIGN_IN: z.enum(['0', '1'], { message: 'expected 1 or 0' }).optional(),
  BRIDGE_BUDGET_FILE: text.default(join(homedir(), '.turnpike', 'bridge-budget.jsonl')),
})

/**
 * Reads the bridge's variables. Throws `BRIDGE_ENV_INVALID` with one sentence that names the variable and never
 * its value. Source: service spec 4.6; the BRIDGE_ variables are ours.
 */
export function parseBridgeEnv(variables: NodeJS.ProcessEnv) {
  // An empty variable in a client's settings means the same as none.
  const parsed = envSchema.safeParse(Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim())))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw invalid(`${issue?.path.join('.')}: ${issue?.message}.`)
  }
  const env = parsed.data
  if (!env.EVM_PRIVATE_KEY && !env.SVM_PRIVATE_KEY) {
    throw invalid(
      'At least one of EVM_PRIVATE_KEY (0x and 64 hexadecimal digits) and SVM_PRIVATE_KEY (base58) must be set.',
    )
  }
  const url = joinUrl(env.RESOURCE_SERVER_URL, env.ENDPOINT_PATH)
  const rpcUrls = chainUrls(variables, isOnThisMachine(url))
  return {
    /** The tool's resource: the server's base URL and the path, joined. */
    url,
    keys: { evmKey: env.EVM_PRIVATE_KEY, svmKey: env.SVM_PRIVATE_KEY, rpcUrls },
    isSignInTried: env.BRIDGE_SIGN_IN === '1',
    limits: { perCall: env.BRIDGE_MAX_PER_CALL ?? '$1', total: env.BRIDGE_BUDGET },
    budgetFile: env.BRIDGE_BUDGET_FILE,
  }
}

/** Joins as HTTP clients join a base URL and a path: a base may have its own path, and keeps it. */
function joinUrl(base: string, path: string): URL {
  const joined = URL.parse(`${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`)
  if (!joined || !['http:', 'https:'].includes(joined.protocol) || joined.username || joined.password) {
    throw invalid(
      'RESOURCE_SERVER_URL must be an http or https URL without credentials, such as http://localhost:4021.',
    )
  }
  return joined
}

const invalid = (message: string) => new DomainError('BRIDGE_ENV_INVALID', message)
