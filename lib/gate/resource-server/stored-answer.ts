import type { StoredAnswer } from '@/lib/payments/ledger'
import type { LedgerRow } from '@/lib/payments/ledger-row'

/** Bodies up to this size are kept until they have been delivered; larger ones are produced again. */
const MAXIMUM_STORED_BYTES = 256 * 1024

const hopHeaders = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding', 'set-cookie'])

/** A handler's answer, read up to the bound: whole and storable, or what was read and the rest as a stream. */
export type ReadAnswer = {
  status: number
  headers: [string, string][]
  body: Uint8Array<ArrayBuffer> | null
  /** The part that was read of a long body, and its unread rest. */
  rest: { head: Uint8Array[]; reader: ReadableStreamDefaultReader<Uint8Array> } | null
}

/**
 * Reads a body until it ends or passes the bound, so that nothing large is held while the money settles.
 * @param passesThrough reads only its first part, without which nothing may be charged; the rest is sent as it comes
 */
export async function readAnswer(response: Response, passesThrough = false): Promise<ReadAnswer> {
  const headers = [...response.headers].filter(([name]) => !hopHeaders.has(name))
  const base = { status: response.status, headers }
  if (!response.body) return { ...base, body: new Uint8Array(0), rest: null }
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader()
  const head: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { ...base, body: Buffer.concat(head, size), rest: null }
    head.push(value)
    size += value.byteLength
    if (passesThrough || size > MAXIMUM_STORED_BYTES) return { ...base, body: null, rest: { head, reader } }
  }
}

/** The part of an answer that the ledger keeps; null when the body is too long for it. */
export function toStoredAnswer(answer: ReadAnswer): StoredAnswer | null {
  return answer.body ? { status: answer.status, headers: answer.headers, body: answer.body } : null
}

/** The answer that the ledger keeps of a payment; null without one. */
export function storedAnswerOf(row: LedgerRow): StoredAnswer | null {
  if (row.responseStatus === null || row.responseHeaders === null || !row.responseBody) return null
  const headers = row.responseHeaders as unknown as [string, string][] // Only the ledger writes it, from this type.
  return { status: row.responseStatus, headers, body: new Uint8Array(row.responseBody) }
}

/** Drops a body that will not be sent, so that its source can stop. */
export async function discardAnswer(answer: ReadAnswer): Promise<void> {
  await answer.rest?.reader.cancel().catch(() => undefined)
}
