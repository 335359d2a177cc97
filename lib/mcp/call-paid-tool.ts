import { createHash } from 'node:crypto'
import { type CallToolResult, CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { CALLER_HEADER, markCaller } from '@/lib/base/http/caller-mark'
import { parseJsonObject } from '@/lib/base/x402/header-codec'
import { headerNames } from '@/lib/base/x402/protocol-headers'
import { sortKeys } from '@/lib/base/x402/sort-keys'
import { paymentHeader, readHeader, settlementMeta } from './payment-meta'
import type { CallMeta, PaidTool, ToolArguments } from './tool'
import { paymentRequired, structuredError } from './tool-results'
import { readUndelivered, type UndeliveredAnswer } from './undelivered-answer'

export type PaidCallResult = { result: CallToolResult; undelivered: UndeliveredAnswer }

/**
 * Calls a paid tool through its gate and translates the answer: a challenge, a refusal and a failed settlement are
 * error results without the tool's content. The result's end is held back until the caller has it.
 */
export async function callPaidTool(tool: PaidTool, input: ToolArguments, meta: CallMeta): Promise<PaidCallResult> {
  const response = await tool.answer(toRequest(tool, input, meta))
  const undelivered = await readUndelivered(response)
  return { result: toResult(response, undelivered.text), undelivered }
}

/** Equal arguments make equal bodies, so that the gate sees a repeated call as the same request. */
function toRequest(tool: PaidTool, input: ToolArguments, meta: CallMeta): Request {
  const headers = new Headers({ 'content-type': 'application/json', [CALLER_HEADER]: markCaller(meta.caller) })
  if (meta.payment !== undefined) headers.set(headerNames.paymentSignature, paymentHeader(meta.payment))
  if (meta.paymentVersion1 !== undefined) headers.set(headerNames.paymentVersion1, paymentHeader(meta.paymentVersion1))
  if (meta.signIn !== undefined) headers.set(headerNames.signIn, paymentHeader(meta.signIn))
  if (meta.userAgent !== null) headers.set('user-agent', meta.userAgent)
  const sorted = sortKeys(input) as ToolArguments // An object stays one.
  const body = JSON.stringify(sorted)
  // The signal tells the gate that the client has gone: the payment then stays undelivered.
  return new Request(tool.addressOf?.(sorted) ?? addressOfCall(tool.url, body), {
    method: 'POST',
    headers,
    body,
    signal: meta.signal,
  })
}

/** The problem's sentence for people, beside the terms. */
function detailIn(text: string): { detail?: string } {
  const body = parseJsonObject(text)
  return body.ok && typeof body.value.detail === 'string' ? { detail: body.value.detail } : {}
}

/** The buyer of a call may repeat it by signing in, but not with other arguments. */
function addressOfCall(url: string, body: string): string {
  return `${url}?arguments=${createHash('sha256').update(body).digest('base64url')}`
}

function toResult(response: Response, text: string): CallToolResult {
  const challenge = readHeader(response.headers.get(headerNames.paymentRequired))
  const meta = settlementMeta((name) => response.headers.get(name))
  if (challenge) return paymentRequired({ ...challenge, ...detailIn(text) }, meta)
  if (response.headers.get('content-type')?.startsWith('application/problem+json')) {
    const problem = parseJsonObject(text)
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
    const wait = Number.isNaN(retryAfter) ? {} : { retryAfterSeconds: retryAfter }
    return structuredError(problem.ok ? { ...problem.value, ...wait } : { status: response.status }, meta)
  }
  const result = CallToolResultSchema.parse(JSON.parse(text))
  return Object.keys(meta).length > 0 ? { ...result, _meta: { ...result._meta, ...meta } } : result
}
