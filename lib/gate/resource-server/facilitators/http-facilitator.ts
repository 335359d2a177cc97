import { randomBytes } from 'node:crypto'
import { importJWK, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { readJson } from '@/lib/base/http/read-body'
import type { FacilitatorCredential } from '@/lib/base/infra/facilitator-env'
import { parseHeader } from '@/lib/base/x402/header-codec'
import { PAYMENT_HOLDER_HEADER, SETTLED_FOR, settledForSchema } from '@/lib/base/x402/payment-holder'
import { isTransfer } from '@/lib/base/x402/payment-option'
import { headerNames } from '@/lib/base/x402/protocol-headers'
import { reasons } from '@/lib/base/x402/reasons'
import { type ExtensionResponses, type SettleOutcome, type Supported, X402_VERSION } from '@/lib/base/x402/wire'
import type { AskedPayment, SettledForWord } from '../ports'
import { outcomeOf, supportedSchema, verifySchema } from './facilitator-answers'
import type { FacilitatorSource } from './fail-over'

type HttpFacilitatorOptions = {
  /** Base URL; `/verify`, `/settle` and `/supported` are appended. */
  url: string
  /** Null for a facilitator that is open to all. */
  credential?: FacilitatorCredential | null
  verifyTimeoutMs?: number
}

type HttpFacilitator = FacilitatorSource & {
  /**
   * Asks `/supported` now, and with a key an empty `/verify`, as the first is open to all: null where it can be used, else
   * its answer in words, without an address.
   */
  findFault: () => Promise<string | null>
}

const MAXIMUM_ANSWER_BYTES = 256 * 1024
const MAXIMUM_ANSWER_MS = 60_000
const SUPPORTED_MAX_AGE_MS = 60_000
/** A settlement that has not answered by then is in doubt, not refused. */
const SETTLE_TIMEOUT_MS = 60_000

/**
 * Statuses with which some say what is invalid. With every other one, a lack of access or a limit too, a facilitator
 * has not looked at the payment, whatever its body says.
 */
const REFUSALS: ReadonlySet<number> = new Set([400, 402, 409, 412, 422])

/** Another facilitator, over HTTP. Its `/supported` is read once a minute, and trusted longer while it is silent. */
export function createHttpFacilitator(options: HttpFacilitatorOptions): HttpFacilitator {
  const { verifyTimeoutMs = 10_000, credential = null } = options
  const url = options.url.replace(/\/+$/, '')
  const authorize: Authorize = createAuthorize(credential)
  const known = new LRUCache<'supported', Supported>({
    max: 1,
    ttl: SUPPORTED_MAX_AGE_MS,
    fetchMethod: async (_key, stale) => {
      try {
        return await askSupported()
      } catch (error) {
        if (stale) return stale
        throw error
      }
    },
  })

  async function send(
    method: 'GET' | 'POST',
    path: string,
    timeoutMs: number,
    sent?: FacilitatorCall,
  ): Promise<Response> {
    const address = `${url}${path}`
    const headers = {
      ...(await authorize(method, address)),
      ...(sent && { 'content-type': 'application/json' }),
      ...(sent?.holder && { [PAYMENT_HOLDER_HEADER]: sent.holder }),
    }
    const signal = AbortSignal.timeout(timeoutMs)
    // A redirect would carry the credential and the payment elsewhere.
    return fetch(address, { method, headers, body: sent?.body ?? null, redirect: 'manual', signal })
  }

  async function verify(...asked: Parameters<FacilitatorSource['verify']>) {
    const response = await send('POST', '/verify', verifyTimeoutMs, toSent(...asked))
    const verdict = verifySchema.safeParse(await readAnswer(response).catch(() => null))
    if (verdict.success && (response.ok || (!verdict.data.isValid && REFUSALS.has(response.status))))
      return verdict.data
    throw new FacilitatorAnswerError(faultOfAnswer(response, '/verify'))
  }

  async function askSupported(): Promise<Supported> {
    const response = await send('GET', '/supported', verifyTimeoutMs)
    const read = response.ok ? supportedSchema.safeParse(await readAnswer(response).catch(() => null)) : null
    if (read?.success) return read.data
    throw new FacilitatorAnswerError(faultOfAnswer(response, '/supported'))
  }

  /** Throws where the key is refused. Any other answer to an empty question says that it was let in. */
  async function tryKey(): Promise<void> {
    const response = await send('POST', '/verify', verifyTimeoutMs, { body: '{}', holder: undefined })
    await response.body?.cancel()
    if (response.status !== 401 && response.status !== 403) return
    throw new FacilitatorAnswerError(`${response.status} as the answer to /verify: it does not take our key`)
  }

  const supported = () => known.forceFetch('supported')

  return {
    name: new URL(url).host,
    supported,
    findFault: () =>
      Promise.all([askSupported(), credential ? tryKey() : null]).then(
        () => null,
        (error: unknown) => (error instanceof FacilitatorAnswerError ? error.message : 'no answer'),
      ),
    verify,
    async settle(payment, note, holder): Promise<SettleOutcome | null> {
      await note?.write()
      const sent = toSent(payment, holder)
      try {
        return await readSettlement(await send('POST', '/settle', SETTLE_TIMEOUT_MS, sent))
      } catch (error) {
        return wasNotSent(error) ? null : { kind: 'unknown', reason: reasons.settlementUnknown }
      }
    },
    async askSettledFor(...asked) {
      try {
        const [verdict, { signers }] = await Promise.all([verify(...asked), supported()])
        if (verdict.isValid) return [unknown]
        const said = settledForSchema.safeParse(verdict[SETTLED_FOR])
        return [{ settledFor: said.success ? said.data : 'nobody', signers }]
      } catch {
        return [unknown]
      }
    },
  }
}

class FacilitatorAnswerError extends Error {
  override name = 'FacilitatorAnswerError'
}

function faultOfAnswer({ status, ok }: Response, path: string): string {
  if (status >= 300 && status < 400) {
    return `a redirect (${status}) as the answer to ${path}, which is not followed: name the address where it leads`
  }
  return ok ? `an answer to ${path} that is none of x402` : `${status} as the answer to ${path}`
}

const unknown: SettledForWord = { settledFor: 'unknown', signers: {} }

type FacilitatorCall = { body: string; holder: string | undefined }

/** Each call sends its deposit under a new holder, which would block the next call, as HTTP cannot release it. */
const toSent = ({ payload, requirements }: AskedPayment, holder?: string): FacilitatorCall => ({
  body: JSON.stringify({
    x402Version: X402_VERSION,
    paymentPayload: payload,
    paymentRequirements: requirements,
  }),
  holder: isTransfer(requirements) ? holder : undefined,
})

/** Null when it was refused before it was read: for lack of access, or by a limit. */
async function readSettlement(response: Response): Promise<SettleOutcome | null> {
  if (response.status === 401 || response.status === 403 || response.status === 429) return null
  const said = await readAnswer(response).catch(() => null)
  const outcome = outcomeOf(said, readExtensions(response))
  // A refusal is read whatever its status; with a success, the status must be one too.
  const isTold = outcome.kind === 'refused' || (outcome.kind === 'unknown' && outcome.transaction !== undefined)
  if (response.ok || isTold) return outcome
  return { kind: 'unknown', reason: `facilitator_${response.status}` }
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

type Authorize = (method: string, url: string) => Promise<Record<string, string>>

const TOKEN_SECONDS = 120

function createAuthorize(credential: FacilitatorCredential | null): Authorize {
  if (credential === null) return async () => ({})
  if (credential.kind === 'bearer') {
    const headers = { authorization: `Bearer ${credential.token}` }
    return async () => headers
  }
  const { keyId, keySecret } = credential
  const bytes = Buffer.from(keySecret, 'base64')
  const [d, x] = [bytes.subarray(0, 32), bytes.subarray(32)].map((half) => half.toString('base64url'))
  const key = importJWK({ kty: 'OKP', crv: 'Ed25519', d, x }, 'EdDSA')
  return async (method, url) => {
    const { host, pathname } = new URL(url)
    const now = Math.floor(Date.now() / 1000)
    const token = await new SignJWT({ uris: [`${method} ${host}${pathname}`] })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: keyId, nonce: randomBytes(16).toString('hex') })
      .setIssuer('cdp')
      .setSubject(keyId)
      .setIssuedAt(now)
      .setNotBefore(now)
      .setExpirationTime(now + TOKEN_SECONDS)
      .sign(await key)
    return { authorization: `Bearer ${token}` }
  }
}
