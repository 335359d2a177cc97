import { z } from 'zod'
import { readJson } from '@/lib/http/read-body'
import { parseHeader } from '@/lib/x402/header-codec'
import { headerNames } from '@/lib/x402/protocol-headers'
import { reasons } from '@/lib/x402/reasons'
import {
  type ExtensionResponses,
  type PaymentPayload,
  type PaymentRequirements,
  type SettleOutcome,
  type SettleResponse,
  type Supported,
  type VerifyResponse,
  X402_VERSION,
} from '@/lib/x402/wire'
import { type FacilitatorPort, FacilitatorUnreachableError } from './ports'

export type HttpFacilitatorsOptions = {
  /** Base URLs in order of preference; `/verify`, `/settle` and `/supported` are appended. */
  urls: string[]
  verifyTimeoutMs?: number
  /** A settlement that has not answered by then is in doubt, not refused. */
  settleTimeoutMs?: number
  fetch?: typeof globalThis.fetch
}

const MAXIMUM_ANSWER_BYTES = 256 * 1024
const MAXIMUM_ANSWER_MS = 60_000
const SUPPORTED_MAX_AGE_MS = 60_000

const verifySchema = z
  .object({ isValid: z.boolean(), invalidReason: z.string().optional(), payer: z.string().optional() })
  .passthrough()
const settleSchema = z
  .object({
    success: z.boolean(),
    transaction: z.string(),
    network: z.string(),
    errorReason: z.string().optional(),
    payer: z.string().optional(),
    amount: z.string().optional(),
  })
  .passthrough()
const supportedSchema = z.object({
  kinds: z.array(
    z.object({
      x402Version: z.number(),
      scheme: z.string(),
      network: z.string(),
      extra: z.record(z.unknown()).optional(),
    }),
  ),
  extensions: z.array(z.string()).default([]),
  signers: z.record(z.array(z.string())).default({}),
})

/**
 * Facilitators of others, over HTTP. The next one is asked only while it is certain that the one before did not
 * take the request: a settlement without a clear answer is `unknown`, never tried elsewhere.
 */
export function createHttpFacilitators(options: HttpFacilitatorsOptions): FacilitatorPort {
  const { urls, verifyTimeoutMs = 10_000, settleTimeoutMs = 60_000, fetch = globalThis.fetch } = options
  const supportedBy = new Map<string, { at: number; value: Supported }>()

  async function readSupported(url: string): Promise<Supported> {
    const known = supportedBy.get(url)
    if (known && Date.now() - known.at < SUPPORTED_MAX_AGE_MS) return known.value
    const response = await fetch(`${url}/supported`, { signal: AbortSignal.timeout(verifyTimeoutMs) })
    const value = supportedSchema.parse(await readAnswer(response))
    supportedBy.set(url, { at: Date.now(), value })
    return value
  }

  /** Facilitators that offer this kind, with the wallet that the terms name, if any. */
  async function facilitatorsFor(requirements: PaymentRequirements): Promise<string[]> {
    const able = await Promise.all(
      urls.map(async (url) => {
        const supported = await readSupported(url).catch(() => supportedBy.get(url)?.value)
        return supported && canSettle(supported, requirements) ? [url] : []
      }),
    )
    return able.flat()
  }

  const post = (url: string, path: string, body: string, timeoutMs: number) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })

  return {
    async verify(payload, requirements): Promise<VerifyResponse> {
      for (const url of await facilitatorsFor(requirements)) {
        try {
          const response = await post(url, '/verify', requestBody(payload, requirements), verifyTimeoutMs)
          if (response.ok) return verifySchema.parse(await readAnswer(response))
        } catch {
          continue // Verifying moves nothing, so the next one may be asked.
        }
      }
      throw new FacilitatorUnreachableError('No facilitator answered.')
    },

    async settle(payload, requirements, note): Promise<SettleOutcome> {
      const able = await facilitatorsFor(requirements)
      await note?.write()
      for (const url of able) {
        try {
          const response = await post(url, '/settle', requestBody(payload, requirements), settleTimeoutMs)
          return await readSettlement(response)
        } catch (error) {
          if (wasNotSent(error)) continue
          return { kind: 'unknown', reason: reasons.settlementUnknown }
        }
      }
      const { network } = requirements
      const errorReason = 'facilitator_unreachable'
      return { kind: 'refused', response: { success: false, transaction: '', network, errorReason } }
    },

    // Other facilitators know no holders.
    release: async () => {},
    spend: async () => {},

    async supported(): Promise<Supported> {
      const answers = await Promise.all(urls.map((url) => readSupported(url).catch(() => null)))
      const reached = answers.filter((answer) => answer !== null)
      if (reached.length === 0) throw new FacilitatorUnreachableError('No facilitator answered.')
      return mergeSupported(reached)
    },
  }
}

const requestBody = (paymentPayload: PaymentPayload, paymentRequirements: PaymentRequirements) =>
  JSON.stringify({ x402Version: X402_VERSION, paymentPayload, paymentRequirements })

async function readSettlement(response: Response): Promise<SettleOutcome> {
  if (!response.ok) return { kind: 'unknown', reason: `facilitator_${response.status}` }
  const parsed = settleSchema.safeParse(await readAnswer(response).catch(() => null))
  if (!parsed.success) return { kind: 'unknown', reason: reasons.unexpectedSettleError }
  const answer = parsed.data as SettleResponse // The schema checks every field that is read of it.
  if (answer.success) return { kind: 'settled', response: answer, extensionResponses: readExtensions(response) }
  const reason = answer.errorReason ?? reasons.unexpectedSettleError
  // A transaction may land despite the answer.
  if (reason === reasons.settlementPending || answer.transaction !== '') {
    return { kind: 'unknown', reason, transaction: answer.transaction }
  }
  return { kind: 'refused', response: answer, mayStillLand: true }
}

function readExtensions(response: Response): ExtensionResponses | undefined {
  const header = response.headers.get(headerNames.extensionResponses)
  const parsed = header === null ? null : parseHeader(header)
  return parsed?.ok ? (parsed.value as ExtensionResponses) : undefined
}

async function readAnswer(response: Response): Promise<unknown> {
  // The request's own time limit ends its answer too.
  const { value } = await readJson(response, { maxBytes: MAXIMUM_ANSWER_BYTES, timeoutMs: MAXIMUM_ANSWER_MS })
  return value
}

/** The connection was never made, so the payment was not received. */
function wasNotSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'UND_ERR_CONNECT_TIMEOUT'
}

function canSettle(supported: Supported, { scheme, network, extra }: PaymentRequirements): boolean {
  const kinds = supported.kinds.filter((kind) => kind.scheme === scheme && kind.network === network)
  const named = extra?.feePayer ?? extra?.facilitatorAddress
  if (typeof named !== 'string') return kinds.length > 0
  const wallets = [
    ...Object.values(supported.signers).flat(),
    ...kinds.flatMap((kind) => [kind.extra?.feePayer, kind.extra?.facilitatorAddress]),
  ]
  return kinds.length > 0 && wallets.some((wallet) => wallet === named)
}

/** What all of them can do together; where two offer a kind, the first one's wallets are named. */
function mergeSupported(answers: Supported[]): Supported {
  const kinds = new Map<string, Supported['kinds'][number]>()
  for (const kind of answers.flatMap((answer) => answer.kinds)) {
    const key = `${kind.x402Version} ${kind.scheme} ${kind.network}`
    if (!kinds.has(key)) kinds.set(key, kind)
  }
  const signers: Record<string, string[]> = {}
  for (const [family, wallets] of answers.flatMap((answer) => Object.entries(answer.signers))) {
    signers[family] = [...new Set([...(signers[family] ?? []), ...wallets])]
  }
  return { kinds: [...kinds.values()], signers, extensions: [...new Set(answers.flatMap((a) => a.extensions))] }
}
