import { randomUUID } from 'node:crypto'
import { assetOf } from '@/lib/base/chains/assets'
import { answerFailure, factsOf, type Problem, problemResponse as respond, withFacts } from '@/lib/base/http/problem'
import { isQueueFull, QUEUE_FULL_RETRY_SECONDS, runTurn, type Turn } from '@/lib/base/infra/concurrency'
import { currentRequestId } from '@/lib/base/infra/request-scope'
import { encodeHeader, isRecord, recordOf } from '@/lib/base/x402/header-codec'
import { PAYMENT_HOLDER_HEADER, paymentHolderSchema } from '@/lib/base/x402/payment-holder'
import { headerNames } from '@/lib/base/x402/protocol-headers'
import { reasons } from '@/lib/base/x402/reasons'
import { caip2Network } from '@/lib/base/x402/v1/networks'
import {
  type ExtensionResponses,
  type SettleOutcome,
  type Supported,
  type VerifyResponse,
  X402_VERSION,
} from '@/lib/base/x402/wire'
import { type CallerGate, RefusedRequest } from '../access/admit-caller'
import { type ApiKeyScope, callerOfKey } from '../access/api-keys'
import type { Facilitator } from '../create-facilitator'
import { holderOverHttp, holdersNamed } from '../ledger/reserve-authorizations'
import type { FacilitatorDeps } from '../ports'
import type { PaymentRequest } from '../read-payment'
import { refused } from '../settle-outcome'
import { invalid, type VerifyOptions } from '../verify'
import { openApiDocument } from './open-api-document'
import { readPaymentRequest, readTermsRequest } from './read-payment-request'

type FacilitatorEndpoint = (request: Request) => Promise<Response>

type FacilitatorHttpOptions = {
  facilitator: Facilitator
  log: FacilitatorDeps['log']
  /** Base URL of these endpoints, as others reach them. */
  baseUrl: string
  siteName?: string
  /** Decides who may verify and settle, and how often; without it, anyone without limit. */
  admitCaller?: CallerGate
  /** Waits until it is the caller's turn to have a payment checked; without it, none waits. Fails with QUEUE_FULL. */
  takeTurn?: (request: Request) => Promise<Turn>
  /** Least amount of an asset that these callers' payments must authorise, atomic units; any amount without it. */
  minimumOf?: (network: string, asset: string) => bigint
}

export type FacilitatorHttp = ReturnType<typeof createFacilitatorHttp>

/**
 * The facilitator's endpoints as functions from request to response; the HTTP server mounts them. A verdict is 200, even
 * a negative one; only an invalid request is an error.
 */
export function createFacilitatorHttp(options: FacilitatorHttpOptions) {
  const { facilitator, log, baseUrl, siteName, admitCaller, takeTurn = takeNoTurn, minimumOf } = options
  const guard = (name: string, answer: FacilitatorEndpoint): FacilitatorEndpoint => guarded({ name, log }, answer)
  const restricted = (scope: ApiKeyScope, answer: (request: Request, caller: KnownCaller) => Promise<Response>) =>
    guard(scope, async (request) => {
      const { keyId = null, receivers = [] } = (await admitCaller?.(request, scope)) ?? {}
      const caller = { name: keyId ? callerOfKey(keyId) : ANYBODY, receivers, held: readHolder(request) }
      const answered = await answer(request, caller).catch(answerRefused)
      return withFacts(answered, { ...(keyId && { keyId }) })
    })
  const leastOf = ({ paymentRequirements: { network, asset } }: PaymentRequest) => minimumOf?.(network, asset) ?? 0n
  return {
    verify: restricted('verify', async (request, { name, held }) => {
      const { payment } = await readPaymentRequest(request)
      if (!payment) return verdictResponse(invalid({ reason: reasons.invalidX402Version }))
      const turn = await takeTurn(request)
      const verdict = await runTurn(
        turn,
        () => facilitator.verify(payment, { ...held, caller: name, minimumAtomic: leastOf(payment) }),
        ({ isValid }) => isValid,
      )
      return verdictResponse(verdict, payment, verdict.isValid && (await facilitator.readExtensions(payment)))
    }),
    settle: restricted('settle', async (request, { name, held, receivers }) => {
      const { network, payment } = await readPaymentRequest(request)
      if (!payment) return settleResponse(refused({ network, reason: reasons.invalidX402Version }), network)
      const isWaiting = !/\brespond-async\b/i.test(request.headers.get('prefer') ?? '')
      const turn = await takeTurn(request)
      const terms = {
        caller: name,
        isWaiting,
        holder: held.holder,
        maySignRefund: (receiver: string) => receivers.includes(receiver),
        minimumAtomic: leastOf(payment),
      }
      const outcome = await runTurn(
        turn,
        () => facilitator.settle(payment, terms),
        ({ kind }) => kind !== 'refused',
      )
      return settleResponse(outcome, network, payment)
    }),
    accepts: guard('accepts', async (request) => {
      const { resource, accepts } = await readTermsRequest(request)
      return jsonResponse({
        x402Version: X402_VERSION,
        resource,
        accepts: completeTerms(facilitator.supported(), accepts),
      })
    }),
    supported: guard('supported', async () => jsonResponse(facilitator.supported())),
    health: guard('health', async () => jsonResponse(await facilitator.health())),
    openapi: guard('openapi', async () => jsonResponse(openApiDocument(baseUrl, siteName))),
  }
}

type Held = Pick<VerifyOptions, 'holder' | 'holders'>
type KnownCaller = { name: string; receivers: string[]; held: Held }

/** Callers without a key share one share of the gas, because addresses cost nothing. */
const ANYBODY = 'anybody'

const takeNoTurn = async (): Promise<Turn> => () => {}

/**
 * The holder of a caller over HTTP; empty for callers that name none. None of them can settle what our own gate holds.
 * Fails with `RefusedRequest`.
 */
export function readHolder(request: Request): Held {
  const named = request.headers.get(PAYMENT_HOLDER_HEADER)
  if (named === null) return {}
  const parsed = paymentHolderSchema.safeParse(named)
  if (parsed.success) return { holder: holderOverHttp(parsed.data), holders: holdersNamed(parsed.data) }
  const detail = `Expected a UUID in the header ${PAYMENT_HOLDER_HEADER}.`
  throw new RefusedRequest({ code: 'HEADER_INVALID', detail })
}

/** Facts of a request's payment for the log; the caller wrote these, at any length. */
const factsIn = ({ paymentRequirements: { network, scheme } }: PaymentRequest) => ({
  network: network.slice(0, 64),
  scheme: scheme.slice(0, 32),
})

type AnswerExtensions = ExtensionResponses | null | undefined | false

const extensionHeaders = (told: AnswerExtensions): Record<string, string> =>
  told ? { [headerNames.extensionResponses]: encodeHeader(told) } : {}

function verdictResponse(verdict: VerifyResponse, request?: PaymentRequest, told?: AnswerExtensions): Response {
  const { isValid, invalidReason } = verdict
  const outcome = isValid ? { outcome: 'valid' } : { outcome: 'invalid', code: invalidReason }
  return withFacts(jsonResponse(verdict, extensionHeaders(told)), { ...(request && factsIn(request)), ...outcome })
}

/** `unknown` is sent as `settlement_pending`: the caller may ask again, once, for the outcome. */
function settleResponse(outcome: SettleOutcome, network: string, request?: PaymentRequest): Response {
  const isUnknown = outcome.kind === 'unknown'
  const pending = { success: false, transaction: '', network, errorReason: reasons.settlementPending }
  const answer = isUnknown ? { ...pending, transaction: outcome.transaction ?? '' } : outcome.response
  const { errorReason: code, transaction } = answer
  return withFacts(jsonResponse(answer, extensionHeaders(isUnknown ? null : outcome.extensionResponses)), {
    ...(request && factsIn(request)),
    outcome: outcome.kind,
    ...(code && { code }),
    ...(transaction && { transaction }),
  })
}

const baseHeaders = { 'Cache-Control': 'no-store' }

function jsonResponse(body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { headers: { ...baseHeaders, ...headers } })
}

const problemResponse = (problem: Problem): Response => respond(problem, baseHeaders)

function answerRefused(error: unknown): Response {
  if (error instanceof RefusedRequest) return problemResponse(error.problem)
  throw error
}

/**
 * A full queue and a database that is away answer 503 with Retry-After. An unexpected failure answers 500 with a
 * reference that finds it in the log, and no other detail.
 */
function guarded(
  { name, log }: { name: string; log: FacilitatorDeps['log'] },
  answer: FacilitatorEndpoint,
): FacilitatorEndpoint {
  return async (request) => {
    const requestId = currentRequestId() ?? randomUUID()
    const startedAt = performance.now()
    const response = await answer(request)
      .catch(answerRefused)
      .catch((error: unknown) => {
        if (isQueueFull(error)) {
          const headers = { 'Retry-After': String(QUEUE_FULL_RETRY_SECONDS) }
          return problemResponse({ code: error.code, detail: error.message, headers })
        }
        const fields = { endpoint: name, requestId }
        return answerFailure(error, { log, message: 'facilitator request failed', fields, headers: baseHeaders })
      })
    const { code: reason, ...facts } = factsOf(response)
    const ms = Math.round(performance.now() - startedAt)
    // Monitors ask for its health every few seconds.
    if (name !== 'health')
      log.info({ endpoint: name, requestId, ...facts, reason, status: response.status, ms }, 'facilitator request')
    return response
  }
}

/**
 * A server's terms with what a payer needs to know of this facilitator, such as its fee payer; what the server says
 * itself stays. Terms that this facilitator does not settle are left out. The protocol has no such request; some servers
 * make it before they offer terms.
 */
export const completeTerms = ({ kinds }: Pick<Supported, 'kinds'>, accepts: readonly unknown[]): object[] =>
  accepts.flatMap((terms) => {
    if (!isRecord(terms) || typeof terms.network !== 'string') return []
    const network = caip2Network(terms.network)
    const kind = kinds.find((one) => one.scheme === terms.scheme && one.network === network)
    if (network === null || kind === undefined) return []
    const known = assetOf(network)
    const asset = terms.asset ?? known?.address
    const isKnown = typeof asset === 'string' && asset.toLowerCase() === known?.address.toLowerCase()
    // What is told of an asset's name holds for the one that is known.
    const { name: _name, version: _version, decimals: _decimals, ...others } = kind.extra ?? {}
    const facts = isKnown ? kind.extra : others
    return [{ maxTimeoutSeconds: 60, ...terms, network, asset, extra: { ...facts, ...recordOf(terms.extra) } }]
  })
