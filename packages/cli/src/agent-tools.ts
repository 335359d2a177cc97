import { z } from 'zod'
import { createPaidFetch } from '@/lib/client/create-paid-fetch'
import { PayerError } from '@/lib/client/payer-error'
import type { Offer } from '@/lib/client/payer-event'
import { refundChannel } from '@/lib/client/refund-channel'
import type { PayerWallet } from '@/lib/client/wallet'
import type { Balance } from './balance-command'
import { findListings, priceOf } from './find-listings'
import type { AdviseFirst } from './heed-bazaar'
import { findHostRefusal, type Limits, lesser, readDollars } from './limits-file'
import { fetchPaidData } from './mcp-bridge/fetch-paid-data'
import { NoDataError, noDataBecause } from './mcp-bridge/no-data-error'
import { REFUND_TOOL_NAME } from './spending/ask-the-person'
import type { SpendingGuard } from './spending/follow-call'
import { type LinkedPass, linkedPasses } from './spending/passes'

export type AgentParts = {
  limits: Limits
  wallets: (url: URL) => Promise<PayerWallet[]>
  guard: SpendingGuard
  bazaar: URL
  fetch: typeof fetch
  /** Asks a bazaar whether to pay; null where none is named. */
  advise: AdviseFirst | null
  readBalances: () => Promise<Balance[]>
  /** Adds a line to the result. */
  tell: (line: string) => void
}

type AgentTool = {
  name: string
  title: string
  description: string
  inputSchema: { type: 'object'; properties: Record<string, object>; required?: string[] }
  isReadOnly: boolean
  run: (input: unknown, parts: AgentParts) => Promise<unknown>
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

const callSchema = z.object({
  url,
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
  body: z.union([z.string(), z.record(z.unknown())]).optional(),
  maxDollars: z.union([z.number().positive(), z.string()]).optional(),
})

const callProperties = {
  url: { type: 'string', description: 'The address, with its query' },
  method: { type: 'string', enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
  body: { type: ['object', 'string'], description: 'What is sent: an object as JSON, or text' },
}

const searchTool: AgentTool = {
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
  isReadOnly: true,
  run: async (input, { bazaar }) => {
    const { query, limit, maxDollars } = z
      .object({
        query: z.string().min(1).max(400),
        limit: z.number().int().min(1).max(20).default(8),
        maxDollars: z.number().positive().optional(),
      })
      .parse(input)
    const found = await findListings({ query, limit, maxDollars: maxDollars?.toString() }, bazaar)
    return { found: found.map(({ accepts, ...entry }) => ({ ...entry, prices: accepts.map(priceOf) })) }
  },
}

const priceTool: AgentTool = {
  name: 'read-price',
  title: 'Read the price of a resource',
  description: 'Asks a resource what it costs, and a bazaar what speaks against paying. Pays nothing. Free.',
  inputSchema: { type: 'object', properties: callProperties, required: ['url'] },
  isReadOnly: true,
  run: async (input, parts) => {
    const call = callSchema.parse(input)
    refuseHost(parts, call.url)
    let offers: Offer[] | null = null
    let passes: LinkedPass[] = []
    const ask = createPaidFetch({
      wallets: await parts.wallets(call.url),
      isSignInTried: false,
      fetch: parts.fetch,
      // Nothing is signed: asking for the price ends here.
      approve: async () => 'Only the price was asked for.',
      onEvent: (event) => {
        if (event.type !== 'challenge') return
        offers = event.offers
        passes = linkedPasses(event.paymentRequired, call.url)
      },
    })
    const answer = await ask(call.url, initOf(call)).catch((error: unknown) => {
      if (error instanceof PayerError) return error
      throw error
    })
    if (offers !== null) {
      const advice = await parts.advise?.(call)
      return {
        prices: (offers as Offer[]).map(wordsOfOffer),
        ...(passes.length > 0 && { passes: passes.map(({ url, price, days }) => ({ url, price, days })) }),
        ...(advice?.line && { advice: advice.line }),
      }
    }
    if (answer instanceof PayerError) throw noDataBecause(answer)
    return { prices: [], note: `It asks for no payment: it answers ${answer.status}.` }
  },
}

const buyTool: AgentTool = {
  name: 'buy',
  title: 'Get a resource, paying for it',
  description:
    'Gets a resource and pays its price if it asks for one, within the limits that the owner of the wallet set. Returns the data, and in one line how it was paid.',
  inputSchema: {
    type: 'object',
    properties: {
      ...callProperties,
      maxDollars: { type: 'number', description: 'The most that this call may cost, if less than the limit' },
    },
    required: ['url'],
  },
  isReadOnly: false,
  run: async (input, parts) => {
    const call = callSchema.parse(input)
    refuseHost(parts, call.url)
    const wanted = call.maxDollars === undefined ? null : readDollars(String(call.maxDollars))
    if (call.maxDollars !== undefined && wanted === null)
      throw new NoDataError('maxDollars: expected dollars, such as 0.1.')
    const { limits, guard } = parts
    return fetchPaidData(
      { url: call.url, ...initOf(call), maxDollars: lesser(limits.perCall, wanted), isSignInTried: true },
      { wallets: await parts.wallets(call.url), guard, fetch: parts.fetch, tell: parts.tell },
    )
  },
}

const walletTool: AgentTool = {
  name: 'read-wallet',
  title: 'Look at the wallet',
  description: 'The balances of the wallet and the limits that its owner set. Free.',
  inputSchema: { type: 'object', properties: {} },
  isReadOnly: true,
  run: async (_, { limits, readBalances }) => ({ balances: await readBalances(), limits }),
}

const refundTool: AgentTool = {
  name: REFUND_TOOL_NAME,
  title: 'Get a deposit back',
  description: 'Gets back what is left of the deposit that calls to a resource are paid out of.',
  inputSchema: { type: 'object', properties: { url: callProperties.url }, required: ['url'] },
  isReadOnly: false,
  run: async (input, parts) => {
    const call = callSchema.parse(input)
    refuseHost(parts, call.url)
    const outcome = await refundChannel(await parts.wallets(call.url), call.url.href, null, parts.fetch)
    if (outcome.kind === 'failed') throw new NoDataError(outcome.message)
    const { transaction, network, amount = '0' } = outcome.settlement
    await parts.guard.audit({ event: 'refunded', url: call.url.href, transaction, network, amount })
    return { refunded: amount, network, transaction }
  },
}

export const agentTools = [searchTool, priceTool, buyTool, walletTool, refundTool]

function refuseHost({ limits }: AgentParts, address: URL): void {
  const refusal = findHostRefusal(limits, address)
  if (refusal !== null) throw new NoDataError(refusal)
}

const wordsOfOffer = ({ price, requirements: { scheme, network, amount, asset, extra } }: Offer): string =>
  price === null
    ? `${amount} of ${asset} on ${network} (${scheme}): not payable by this wallet`
    : priceOf({ scheme, network, amount, asset, extra })

function initOf({ method, body }: z.infer<typeof callSchema>) {
  if (body === undefined) return { method }
  if (typeof body === 'string') return { method, body, headers: { 'content-type': 'text/plain; charset=utf-8' } }
  return { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}
