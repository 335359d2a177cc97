import { isUtf8 } from 'node:buffer'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { SettleResponse } from '@/lib/base/x402/wire'
import { isAnswerGone } from '@/lib/client/parse-exchange'
import type { PayerEvent } from '@/lib/client/payer-error'
import { ANSWER_LOST, undecided } from '@/lib/client/resend'
import { redirectOf } from '../without-redirects'
import type { PayArguments } from './parse-arguments'

export const EXIT = {
  content: 0,
  serverError: 1,
  usage: 2,
  notPaid: 3,
  rejected: 4,
  unreachable: 5,
  unknown: 6,
  stopped: 130,
} as const

export type PayReport = {
  exitCode: number
  status: number | null
  contentType: string | null
  body: ReadBody
  events: PayerEvent[]
  settlement: SettleResponse | null
  /** Why there is no content, in words. */
  problem: { code: string; message: string } | null
}

/** Says how a call ended, by its last answer and what was signed. */
export function reportAnswer(
  { url }: PayArguments,
  response: Response,
  {
    body,
    fault,
    events,
    signed,
  }: { body: ReadBody; fault: string | null; events: PayerEvent[]; signed: () => string | null },
): PayReport {
  const last = events.findLast(({ type }) => type === 'payment_rejected' || type === 'settled')
  const rejection = last?.type === 'payment_rejected' ? last : null
  const settled = last?.type === 'settled' ? last : null
  const report = {
    status: response.status,
    contentType: response.headers.get('content-type'),
    body,
    events,
    settlement: settled?.settlement ?? null,
  }
  const location = redirectOf(response, url)
  if (location !== null) {
    const isSigned = events.some(({ type }) => type === 'signed')
    const then = isSigned ? 'A payment was signed, which may be taken' : 'Ask that address itself, if it is meant'
    const problem = { code: `HTTP_${response.status}`, message: `the server redirects to ${location}. ${then}` }
    return { ...report, exitCode: isSigned ? EXIT.unknown : EXIT.serverError, problem }
  }
  if (isAnswerGone(response)) {
    const message = detailIn(body) ?? 'It was sent before and is not kept any more'
    return { ...report, exitCode: EXIT.unknown, problem: { code: 'ANSWER_LOST', message } }
  }
  if (rejection && events.some((event) => event.type === 'waiting' && event.reason === ANSWER_LOST)) {
    const message = `the answer was lost, and the server answers ${response.status} now. The payment may be taken`
    return { ...report, exitCode: EXIT.unknown, problem: { code: 'ANSWER_LOST', message } }
  }
  if (rejection) {
    const reason = rejection.reason ?? reasonIn(body)
    const isUnknown = reason !== null && undecided.includes(reason)
    // Stock servers answer 412 where an approval is missing, with the reason in the usual header.
    const isRejected = response.status === 402 || (rejection.reason !== null && response.status < 500)
    // A server's own error says nothing of what was signed: it holds that, and may take it.
    const exitCode = isRejected && !isUnknown ? EXIT.rejected : EXIT.unknown
    const words = describeRejection(reason)
    const said = isUnknown || isRejected ? words : `the server answers ${response.status}: ${words}`
    const message = [said, detailIn(body), isRejected || isUnknown ? null : signed()]
      .flatMap((part) => part?.replace(/\.$/, '') ?? [])
      .join('. ')
    return { ...report, exitCode, problem: { code: reason ?? 'PAYMENT_REJECTED', message } }
  }
  if (fault !== null) {
    const open = settled ? null : signed()
    const message = open === null ? fault : `${fault} ${open}`
    const exitCode = open === null ? EXIT.serverError : EXIT.unknown
    return { ...report, exitCode, problem: { code: 'ANSWER_BROKEN', message } }
  }
  if (response.ok) return { ...report, exitCode: EXIT.content, problem: null }
  const message = `the server answers ${response.status} ${response.statusText}`.trim()
  return { ...report, exitCode: EXIT.serverError, problem: { code: `HTTP_${response.status}`, message } }
}

/** The sentence for people in a problem document. */
function detailIn(body: ReadBody): string | null {
  const read = body.kind === 'json' ? problemSchema.safeParse(body.value) : null
  return read?.success ? read.data.detail : null
}

const problemSchema = z.object({ detail: z.string().min(1).max(600) })

/** Answers other than 402 name their reason in a problem document. */
function reasonIn(body: ReadBody): string | null {
  if (body.kind !== 'json' || typeof body.value !== 'object' || body.value === null) return null
  const { code, reason, error } = body.value as Record<string, unknown>
  return [code, reason, error].find((value): value is string => typeof value === 'string') ?? null
}

/** A body as a terminal can show it; `saved`: one that was too long, in a new file. */
export type ReadBody =
  | { kind: 'empty' }
  | { kind: 'json'; value: unknown }
  | { kind: 'text'; text: string }
  | { kind: 'binary'; bytes: Uint8Array }
  | { kind: 'saved'; length: number; path: string }

/** Longest body that is kept in memory. */
const KEPT_BYTES = 16 * 1024 * 1024

export const newFile = (): string => join(tmpdir(), `turnpike-${Date.now()}-${process.pid}`)

/**
 * Reads a body as far as it comes: a longer one than `KEPT_BYTES` into a new file, or cut where it is no success. `fault`
 * says why it is not whole, null where it is.
 */
export async function readBody(
  response: Response,
  onPart: () => void = () => {},
): Promise<{ body: ReadBody; fault: string | null }> {
  const reader = response.body?.getReader()
  const chunks: Uint8Array[] = []
  const path = newFile()
  let file: FileHandle | null = null
  let length = 0
  const ended = async (fault: string | null) => {
    await file?.close()
    const body: ReadBody = file ? { kind: 'saved', length, path } : bodyOf(Buffer.concat(chunks))
    return { body, fault }
  }
  for (;;) {
    const next = await reader?.read().catch(() => 'broken' as const)
    if (next === 'broken') return ended('The answer broke off before its end; what came is here.')
    if (!next?.value) return ended(null)
    chunks.push(next.value)
    length += next.value.length
    onPart()
    if (length <= KEPT_BYTES) continue
    if (!response.ok) {
      void reader?.cancel().catch(() => undefined)
      return ended('The answer is too long to be kept; its start is here.')
    }
    try {
      file ??= await open(path, 'wx')
      for (const chunk of chunks.splice(0)) await file.writeFile(chunk)
    } catch (error) {
      void reader?.cancel().catch(() => undefined)
      const { code, message } = error as NodeJS.ErrnoException // The file system's own.
      return ended(`${path} cannot be written (${code ?? message}); what came before is there.`)
    }
  }
}

/** Tells what a body is by its bytes; the declared media type may be wrong. */
function bodyOf(bytes: Uint8Array): ReadBody {
  if (bytes.length === 0) return { kind: 'empty' }
  if (bytes.includes(0) || !isUtf8(bytes)) return { kind: 'binary', bytes }
  const text = new TextDecoder().decode(bytes)
  try {
    return { kind: 'json', value: JSON.parse(text) }
  } catch {
    return { kind: 'text', text }
  }
}

const words: Record<string, string> = {
  insufficient_funds: 'the wallet does not hold enough of the asset',
  invalid_network: 'the seller does not take payment on this network',
  invalid_payload: 'the payment could not be read',
  invalid_payment_requirements: 'the terms paid are not the terms offered',
  payer_screened: 'the operator of the facilitator refuses this wallet',
  payee_screened: 'the operator of the facilitator refuses the seller’s wallet',
  invalid_scheme: 'the payment uses another scheme than the offer',
  unsupported_scheme: 'the facilitator does not settle this scheme',
  invalid_x402_version: 'the server speaks another version of x402',
  invalid_transaction_state: 'the transaction failed on chain',
  permit2_allowance_required: 'the token must first be approved for Permit2 by this wallet',
  authorization_already_used:
    'this payment had landed before, or was settled for another server; ask the seller for it back',
  payment_already_used: 'this payment has been used before',
  payment_in_progress: 'this payment is still being settled; ask again shortly',
  settlement_unknown: 'it is not known yet whether the payment settled; ask again before paying again',
  settlement_pending: 'the transaction is sent and not confirmed yet',
  settlement_amount_invalid: 'the seller asked for an amount that was not authorised',
  duplicate_settlement: 'this payment was settled before',
  extension_echo_mismatch: 'the seller changed the offer in the meantime; ask again',
  unexpected_verify_error: 'the facilitator could not check the payment',
  unexpected_settle_error: 'the facilitator could not settle the payment',
}

const patterns: [RegExp, string][] = [
  [/insufficient_(balance|funds)/, 'the wallet does not hold enough of the asset'],
  [/allowance/, 'the token must first be approved for Permit2 by this wallet'],
  [/signature/, 'the signature does not fit the wallet'],
  [/expired|valid_before|valid_after|deadline/, 'the payment came too late or too early; check the clock'],
  [/simulation_failed/, 'the chain would refuse the transaction; the wallet may lack funds'],
  [/nonce/, 'this authorization was used before'],
]

/** A reason code in words; an unknown code stands for itself. */
function describeRejection(reason: string | null): string {
  if (reason === null) return 'the server gave no reason'
  const known = Object.hasOwn(words, reason) ? words[reason] : patterns.find(([pattern]) => pattern.test(reason))?.[1]
  return known ? `${known} (${reason})` : reason
}
