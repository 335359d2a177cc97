import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { safeFetch } from '@/lib/base/infra/safe-fetch'
import { VERSION } from '@/lib/base/infra/version'
import { chainUrls, isOnThisMachine } from '@/lib/client/chain-urls'
import { lesser, openBudget, readDollars } from '../budget'
import { CliError, usageError } from '../cli-error'
import { bazaarOf, findListings, priceOf } from '../search-command'
import { readBalances } from '../wallet-command'
import { addressesOf, findWallet, homeOf, type WalletKeys } from '../wallet-file'
import { getPaidData } from './get-paid-data'
import { createKeyRedactor, giveStdoutToProtocol, type ServedTool, serveTools } from './serve-tools'

export const MCP_HELP = `Lets an agent buy: an MCP server over stdio with the wallet and the budget of this machine.

  turnpike mcp

Tools: search, buy, read-wallet. TURNPIKE_BAZAAR names the bazaar where "search" looks.
`

/** `turnpike mcp`: stdout belongs to the protocol, all words for people go to stderr. */
export async function mcpCommand(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  if (argv.length > 0) throw usageError(`There is no "turnpike mcp ${argv[0]}".\n\n${MCP_HELP}`)
  giveStdoutToProtocol()
  const keys = await findWallet(env)
  const server = new Server({ name: 'turnpike', version: VERSION }, { capabilities: { tools: {} } })
  serveTools(server, agentTools(env, keys), createKeyRedactor(Object.values(keys)))
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve
  })
  await server.connect(new StdioServerTransport())
  console.error('Turnpike buys for an agent; "turnpike budget" shows what it may spend.')
  process.stdin.once('end', () => void server.close())
  await closed
  return 0
}

const url = z
  .string()
  .max(2_000)
  .transform((text, context) => {
    const parsed = URL.parse(text)
    if (parsed && ['http:', 'https:'].includes(parsed.protocol) && !parsed.username && !parsed.password) return parsed
    context.addIssue({ code: 'custom', message: 'expected an http or https URL without credentials' })
    return z.NEVER
  })

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const callSchema = z.object({
  url,
  method: z.enum(methods).default('GET'),
  body: z.union([z.string(), z.record(z.unknown())]).optional(),
  maxDollars: z.union([z.number().positive(), z.string()]).optional(),
})

const searchSchema = z.object({
  query: z.string().min(1).max(400),
  limit: z.number().int().min(1).max(20).default(8),
  maxDollars: z.number().positive().optional(),
})

/** The budget is read for each call: it holds as soon as it is changed. */
function agentTools(env: NodeJS.ProcessEnv, keys: WalletKeys): ServedTool[] {
  const budget = openBudget(homeOf(env).budget)
  const bazaar = bazaarOf(env)
  const outwardFetch = createOutwardFetch(({ host }) => host === bazaar.host)
  const search: ServedTool = {
    name: 'search',
    title: 'Find paid resources',
    description: 'Finds HTTP resources and MCP tools that are sold by the call, in plain words. Free.',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', maxLength: 400, description: 'What is wanted, in plain words' },
        limit: { type: 'integer', minimum: 1, maximum: 20 },
        maxDollars: { type: 'number', description: 'The most that one call may cost' },
      },
      required: ['query'],
    },
    annotations: { readOnlyHint: true, openWorldHint: true },
    async run(input) {
      const { query, limit, maxDollars } = searchSchema.parse(input)
      const found = await findListings({ query, limit, maxDollars: maxDollars?.toString() }, bazaar)
      return { found: found.map(({ accepts, ...entry }) => ({ ...entry, prices: accepts.map(priceOf) })) }
    },
  }
  const buy: ServedTool = {
    name: 'buy',
    title: 'Get a resource, paying for it',
    description:
      'Gets a resource and pays its price if it asks for one, within the budget that the owner of the wallet set. Returns the data, and in one line how it was paid.',
    inputSchema: {
      type: 'object',
      properties: {
        url: { type: 'string', description: 'The address, with its query' },
        method: { type: 'string', enum: [...methods] },
        body: { type: ['object', 'string'], description: 'What is sent: an object as JSON, or text' },
        maxDollars: { type: 'number', description: 'The most that this call may cost, if less than the budget' },
      },
      required: ['url'],
    },
    annotations: { readOnlyHint: false, openWorldHint: true },
    async run(input, tell) {
      const asked = callSchema.parse(input)
      const { perCall } = await budget.read()
      const wanted = asked.maxDollars === undefined ? perCall : readDollars(String(asked.maxDollars))
      if (wanted === null) throw new CliError('maxDollars: expected dollars, such as 0.1.', 2)
      const { href } = asked.url
      const payer = { ...keys, rpcUrls: chainUrls(env, isOnThisMachine(asked.url)), fetch: outwardFetch }
      const data = typeof asked.body === 'object' ? JSON.stringify(asked.body) : (asked.body ?? null)
      return getPaidData(
        { url: href, method: asked.method, data, maxDollars: lesser(perCall, wanted), isSignInTried: true },
        { payer, call: budget.openCall(href), tell },
      )
    },
  }
  const readWallet: ServedTool = {
    name: 'read-wallet',
    title: 'Look at the wallet',
    description: 'The balances of the wallet and the budget that its owner set. Free.',
    inputSchema: { type: 'object', properties: {} },
    annotations: { readOnlyHint: true, openWorldHint: true },
    run: async () => ({
      balances: await readBalances(await addressesOf(keys), env, isOnThisMachine(bazaar)),
      budget: await budget.read(),
    }),
  }
  return [search, buy, readWallet]
}

const MAX_BYTES = 4 * 1024 * 1024
const TIMEOUT_MS = 120_000

/**
 * The fetch of an agent. What an agent asks for may come from a stranger's page, so that hosts which nobody named are
 * reached only on the public internet, never on this machine or its network; and a payment follows no redirect.
 */
function createOutwardFetch(isNamed: (url: URL) => boolean): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    if (isNamed(new URL(request.url))) return fetch(request, { redirect: 'manual', signal: init?.signal ?? null })
    const { status, headers, body } = await safeFetch(request.url, {
      method: request.method as 'GET', // Those of the tool's schema.
      headers: Object.fromEntries(request.headers),
      ...(request.body && { body: new Uint8Array(await request.arrayBuffer()) }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      maxRedirects: 0,
    })
    return new Response(WITHOUT_BODY.has(status) ? null : new Uint8Array(body), { status, headers })
  }
}

const WITHOUT_BODY = new Set([204, 205, 304])
