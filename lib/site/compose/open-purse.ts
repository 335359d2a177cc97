import { z } from 'zod'
import type { Chains } from '@/lib/base/chains/chains'
import { readSignedPayment } from '@/lib/base/chains/read-signed-payment'
import { CALLER_HEADER, markCaller } from '@/lib/base/http/caller-mark'
import type { ServerEnv } from '@/lib/base/infra/env'
import { ownFetch } from '@/lib/base/infra/own-fetch'
import { SafeFetchError, type SafeResponse, safeFetch } from '@/lib/base/infra/safe-fetch'
import { formatAtomic } from '@/lib/base/x402/money'
import { familyOf, matchesNetworkPattern, type Network } from '@/lib/base/x402/networks'
import type { Bought, Purchase, PursePort } from '@/lib/bazaar/ports'
import { createPaidFetch } from '@/lib/client/create-paid-fetch'
import { createPayer } from '@/lib/client/create-payer'
import { PayerError } from '@/lib/client/payer-error'
import type { PayerWallet } from '@/lib/client/wallet'
import type { CalledTool } from '@/lib/mcp/call-tool'
import { toolTransport } from '@/lib/mcp/tool-transport'
import { isStoredToolName } from '@/lib/shop/sellers/routes/route-address'

type PurseSite = {
  env: Pick<ServerEnv, 'purse' | 'rpcUrls' | 'isDemo'>
  chains: Pick<Chains, 'findAuthorization'>
  answerOwn: (request: Request) => Promise<Response>
  /** The MCP server of everything that is sold here. */
  answerMcp: (request: Request) => Promise<Response>
}

const AGENT = 'TurnpikeAudition/1 (+/docs/bazaar)'
/** A paid handler and its settlement take longer than a list of terms. */
const TIMEOUT_MS = 60_000
const MAX_BYTES = 1_000_000

/** The wallets that buy what the catalog lists; null where none is configured. */
export async function openPurse({ env, chains, ...own }: PurseSite): Promise<PursePort | null> {
  const {
    keys: { evm, svm, avm },
    limits: caps,
  } = env.purse
  if (!evm && !svm && !avm) return null
  const served = (family: string) => Object.keys(env.rpcUrls).filter((network) => familyOf(network) === family)
  const { wallets } = await createPayer({
    ...{ evmKey: evm, svmKey: svm, avmKey: avm },
    rpcUrls: Object.fromEntries(Object.entries(env.rpcUrls).map(([network, [url]]) => [network, url])),
    networks: { evm: served('evm'), svm: served('svm'), avm: served('avm') },
  })
  return {
    caps,
    payerOn: (network) =>
      wallets.find(({ networks }) => networks.some((pattern) => matchesNetworkPattern(network, pattern)))?.address ??
      null,
    buy: (purchase) => buy(purchase, { wallets, caps, ...own, allowLoopback: env.isDemo }),
    findEnd: async (stored) => {
      const truth = await chains.findAuthorization(authorizationSchema.parse(stored))
      if (truth.state === 'settled') return { state: 'settled', transaction: truth.transaction }
      return truth.state === 'expired' || truth.state === 'cancelled' ? { state: 'never' } : { state: 'open' }
    },
  }
}

type Buyer = Pick<PurseSite, 'answerOwn' | 'answerMcp'> & {
  wallets: PayerWallet[]
  caps: PursePort['caps']
  allowLoopback: boolean
}

async function buy({ request, isOurs, terms, reserve, signed }: Purchase, buyer: Buyer): Promise<Bought> {
  const bought: Bought & { isSigned: boolean } = {
    refusal: null,
    settlement: null,
    answer: null,
    fault: null,
    isSigned: false,
  }
  // Its route is bought as one.
  if (isOurs && request.toolName !== undefined && isStoredToolName(request.toolName))
    return { ...bought, refusal: 'sold_as_route' }
  const { amountAtomic, ...agreed } = terms
  const ended = (end: End) => Object.assign(bought, { answer: null, fault: null }, end)
  const send = request.toolName === undefined ? toResource(isOurs, buyer, ended) : toTool(request, isOurs, buyer, ended)
  const paidFetch = createPaidFetch({
    wallets: buyer.wallets,
    maxDollars: `$${formatAtomic(buyer.caps.call, 6)}`,
    agreed: { ...agreed, network: agreed.network as Network, amount: amountAtomic.toString(), paysFirst: true },
    isSignInTried: false,
    approve: reserve,
    async onSigned(payload) {
      const { authorization } = readSignedPayment(payload, payload.accepted)
      await signed({ ...authorization, amountAtomic: authorization.amountAtomic.toString() })
      bought.isSigned = true
    },
    onEvent(event) {
      if (event.type !== 'settled') return
      const { transaction, network } = event.settlement
      bought.settlement = { transaction, network }
    },
    fetch: send,
  })
  try {
    const init =
      request.toolName === undefined ? { method: request.method, headers: request.headers } : { method: 'POST' }
    const { status } = await paidFetch(request.url, init)
    if (!bought.isSigned) bought.refusal = status === 402 ? 'terms_changed' : (bought.fault ?? 'not_paid')
  } catch (error) {
    if (!(error instanceof PayerError)) throw error
    if (!bought.isSigned) bought.refusal = error.code === 'NOT_APPROVED' ? error.message : error.code.toLowerCase()
  }
  return bought
}

type End = Pick<Bought, 'answer'> | Pick<Bought, 'fault'>

const marked = (answer: PurseSite['answerOwn']) => (request: Request) => {
  request.headers.set(CALLER_HEADER, markCaller('audition'))
  return answer(request)
}

/** Requests by the rules for addresses that a stranger wrote, without redirects; tells how each paid one ended. */
function toResource(isOurs: boolean, { answerOwn, allowLoopback }: Buyer, ended: (end: End) => void): typeof fetch {
  const answerMarked = marked(answerOwn)
  return async (input, init) => {
    const { url, method, headers } = new Request(input, init)
    const isPaid = headers.has('payment-signature') || headers.has('x-payment')
    const options = {
      method: method === 'HEAD' ? ('HEAD' as const) : ('GET' as const),
      headers: { ...Object.fromEntries(headers), 'user-agent': AGENT },
      ...{ timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, onTooLarge: 'cut' as const, maxRedirects: 0, allowLoopback },
    }
    try {
      const answer = await (isOurs ? ownFetch(answerMarked, url, options) : safeFetch(url, options))
      if (isPaid) ended({ answer: evidenceOf(answer) })
      const isBodyless = method === 'HEAD' || [204, 205, 304].includes(answer.status)
      return new Response(isBodyless ? null : new Uint8Array(answer.body), {
        status: answer.status,
        headers: answer.headers,
      })
    } catch (error) {
      if (isPaid && error instanceof SafeFetchError) ended({ fault: error.fault })
      throw error
    }
  }
}

const evidenceOf = ({ status, headers, body, isCut, elapsedMs }: SafeResponse): Bought['answer'] => ({
  ...{ status, body, isCut, latencyMs: elapsedMs },
  problem: problemOf(status, 'error_status' as const),
  mediaType: headers['content-type'] ?? null,
})

const problemOf = <T>(status: number, other: T) =>
  status >= 200 && status < 300 ? null : status === 402 ? ('payment_refused' as const) : other

function toTool(
  tool: CalledTool,
  isOurs: boolean,
  { answerMcp, allowLoopback }: Buyer,
  ended: (end: End) => void,
): typeof fetch {
  const caller = { userAgent: AGENT, allowLoopback, ...(isOurs && { answerOwn: marked(answerMcp) }) }
  return toolTransport(tool, caller, (end, isPaid) => {
    if (end.status === null) return ended({ fault: end.fault })
    const { status, body, latencyMs } = end
    const problem = problemOf(status, 'tool_error' as const)
    if (isPaid) ended({ answer: { problem, body, latencyMs, status: null, mediaType: null, isCut: false } })
  })
}

/** A signed authorization, as it was stored. */
const authorizationSchema = z.object({
  ...{
    key: z.string(),
    network: z.string(),
    asset: z.string(),
    payer: z.string(),
    payTo: z.string(),
    nonce: z.string(),
  },
  scheme: z.enum(['exact', 'upto', 'batch-settlement']),
  amountAtomic: z.string().regex(/^\d+$/).transform(BigInt),
  validAfter: z.coerce.date().nullable(),
  validBefore: z.coerce.date().nullable(),
})
