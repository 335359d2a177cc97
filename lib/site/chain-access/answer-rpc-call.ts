import { z } from 'zod'
import { assetOf } from '@/lib/base/chains/assets'
import { callerOf } from '@/lib/base/http/caller'
import { createRateLimit, surfaceLimits } from '@/lib/base/http/limits'
import { answerProblem, problemResponse } from '@/lib/base/http/problem'
import { readBytes, readJson } from '@/lib/base/http/read-body'
import { isSameOrigin } from '@/lib/base/http/request-headers'
import { systemClock } from '@/lib/base/infra/clock'
import { isDomainError } from '@/lib/base/infra/domain-error'
import { type Family, familyOf } from '@/lib/base/x402/networks'

const { callsPerSecond, bodyBytes, answerBytes } = surfaceLimits.rpc
const TIMEOUT_MS = 10_000

/** The methods of a checkout: it reads balances, also of gas, approvals, and the facts that a Solana transaction is built on. */
const readMethods: Record<Family, readonly string[]> = {
  evm: ['eth_chainId', 'eth_blockNumber', 'eth_call', 'eth_getBalance'],
  svm: ['getAccountInfo', 'getLatestBlockhash', 'getTokenAccountBalance'],
  avm: [],
}

/** The methods with which the demo's own wallet sends a transfer. On other sites, wallets have nodes of their own. */
const demoWalletMethods: readonly string[] = ['eth_getTransactionCount', 'eth_gasPrice', 'eth_sendRawTransaction']

const callSchema = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.number(), z.string().max(64)]),
    method: z.string().max(64),
    params: z.array(z.unknown()).max(2).optional(),
  })
  .strict()
/** At `latest` and without a third part, which could replace the contract's code. */
const contractCallSchema = z.tuple([
  z.object({ to: z.string(), data: z.string(), from: z.string().optional() }).strict(),
  z.literal('latest'),
])

type RpcSite = {
  rpcUrls: Readonly<Record<string, readonly string[]>>
  publicOrigin: string
  /** May be read besides the assets. */
  contracts: readonly string[]
  /** Allows the demo's own wallet to send transactions on local networks. */
  isDemo: boolean
}

/** Counts calls per address. */
const take = createRateLimit(systemClock)

/**
 * `POST /api/rpc/<network>`: passes one read of a checkout page on to a node of ours, which may be private or carry a
 * key in its URL. Never an open node: only our pages, these methods, and calls to our asset and to contracts of schemes.
 */
export async function answerRpcCall(site: RpcSite, networkSegment: string, request: Request): Promise<Response> {
  if (!isSameOrigin(request.headers, site.publicOrigin)) {
    return answerProblem('FOREIGN_ORIGIN', 'This address serves only the checkout pages of this site.')
  }
  const network = readSegment(networkSegment)
  const urls = site.rpcUrls[network] ?? []
  if (urls.length === 0) return answerProblem('NETWORK_UNKNOWN', 'This site has no such network.')
  const early = take({ caller: `rpc:${callerOf(request.headers)}`, requestsPerSecond: callsPerSecond })
  if (early) {
    const seconds = String(early.retryAfterSeconds)
    const detail = `Too many reads. Come back in ${seconds} s.`
    return problemResponse({ code: 'TOO_MANY_REQUESTS', detail, headers: { 'Retry-After': seconds } })
  }
  const call = await readCall(site, network, request)
  if (call instanceof Response) return call
  for (const url of urls) {
    const answer = await forward(url, JSON.stringify(call))
    if (answer !== null) return new Response(answer, { headers: answerHeaders })
  }
  return answerProblem('NODE_UNREACHABLE', 'The network cannot be read just now. Try again in a moment.')
}

/** Decodes a path segment; a badly encoded one matches nothing. */
function readSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // Answered like any other network that is not here.
    return segment
  }
}

async function readCall(
  site: RpcSite,
  network: string,
  request: Request,
): Promise<z.infer<typeof callSchema> | Response> {
  try {
    const call = callSchema.safeParse((await readJson(request, { maxBytes: bodyBytes })).value)
    if (call.success && isPermitted(site, network, call.data)) return call.data
  } catch (error) {
    if (!isDomainError(error)) throw error
    if (error.code === 'BODY_TOO_LARGE') return answerProblem('CALL_TOO_LARGE', 'The call is too large.')
    if (error.code === 'BODY_TOO_SLOW') return answerProblem(error.code, error.message)
  }
  return answerProblem('CALL_REFUSED', 'Expected one JSON-RPC read that a checkout page needs.')
}

const answerHeaders = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }

function isPermitted(
  { isDemo, contracts }: RpcSite,
  network: string,
  { method, params = [] }: z.infer<typeof callSchema>,
): boolean {
  const family = familyOf(network)
  if (isDemo && family === 'evm' && demoWalletMethods.includes(method)) return true
  if (!family || !readMethods[family].includes(method)) return false
  if (method !== 'eth_call') return true
  const call = contractCallSchema.safeParse(params)
  const readable = [assetOf(network)?.address, ...contracts].map((address) => address?.toLowerCase())
  return call.success && readable.includes(call.data[0].to.toLowerCase())
}

/** The node's unchanged answer, or null. */
async function forward(url: string, body: string): Promise<Buffer<ArrayBuffer> | null> {
  try {
    const headers = { 'Content-Type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) })
    return answer.ok ? await readBytes(answer, { maxBytes: answerBytes, timeoutMs: TIMEOUT_MS }) : null
  } catch {
    // The next node is asked; the caller says when none answered.
    return null
  }
}
