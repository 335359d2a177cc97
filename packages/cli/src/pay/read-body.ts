import { utf8Text } from '@/lib/base/infra/utf8-text'
import { codeOf, type OutputFile } from './output-file'

/** A body as a terminal can show it. */
export type ReadBody =
  | { kind: 'empty' }
  | { kind: 'json'; value: unknown; bytes: Uint8Array }
  | { kind: 'text'; text: string; bytes: Uint8Array }
  | { kind: 'binary'; bytes: Uint8Array }
  | { kind: 'saved'; length: number; isWhole: boolean }
  | { kind: 'printed'; length: number }

/** Told of each part of a body: how much has come, and how much is to come where the server says so. */
export type OnBytes = (received: number, total: number | null) => void

/** Takes a body in parts. `write` says false where nobody reads any more. */
export type Sink = Pick<OutputFile, 'path'> & { isPrinter?: true; write: (chunk: Uint8Array) => Promise<unknown> }

/** Where a body goes on that is too long to be kept in memory; is told its start. */
export type OpenOverflow = (start: Uint8Array, response: Response) => Promise<Sink>

/** Longest body that is kept in memory. */
export const KEPT_BYTES = 16 * 1024 * 1024

type Options = { onBytes?: OnBytes; output?: OutputFile | null; overflow?: OpenOverflow | null }

/**
 * Reads a body as far as it comes; with `output` it goes there, and beyond `KEPT_BYTES` into `overflow`.
 * `fault` says why it is not whole, null where it is.
 */
export async function readBody(
  response: Response,
  { onBytes = () => {}, output = null, overflow = null }: Options = {},
): Promise<{ body: ReadBody; fault: string | null }> {
  const reader = response.body?.getReader()
  const total = lengthOf(response)
  const chunks: Uint8Array[] = []
  let sink: Sink | null = output
  let received = 0
  const ended = (fault: string | null) => {
    if (!sink) return { body: bodyOf(Buffer.concat(chunks)), fault }
    if (sink.isPrinter) return { body: { kind: 'printed', length: received } as const, fault }
    return { body: { kind: 'saved', length: received, isWhole: fault === null } as const, fault }
  }
  for (;;) {
    const next = await reader?.read().catch(() => 'broken' as const)
    if (next === 'broken') return ended('The answer broke off before its end; what came is here.')
    if (!next?.value) return ended(null)
    let part: Uint8Array = next.value
    if (!sink) {
      chunks.push(part)
      if (received + part.length > KEPT_BYTES) {
        const start = Buffer.concat(chunks)
        const opened: Sink | string = await (overflow?.(start, response).catch(codeOf) ?? TOO_LONG)
        if (typeof opened === 'string') {
          void reader?.cancel().catch(() => undefined)
          return ended(`The answer is too long to be kept (${opened}); its start is here. --output FILE saves one.`)
        }
        sink = opened
        part = start
        chunks.length = 0
      }
    }
    const written = await sink?.write(part).catch(codeOf)
    if (typeof written === 'string' || written === false) {
      void reader?.cancel().catch(() => undefined)
      if (written === false) return ended(null)
      return ended(`${sink?.path} cannot be written (${written}); what came before is there.`)
    }
    received += next.value.length
    onBytes(received, total)
  }
}

const TOO_LONG = `more than ${KEPT_BYTES} bytes`

/** The length of a compressed body differs from that of the bytes that are counted. */
function lengthOf({ headers }: Response): number | null {
  const text = headers.get('content-length')
  return text !== null && !headers.has('content-encoding') && /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** Tells what a body is by its bytes; the declared media type may be wrong. */
function bodyOf(bytes: Uint8Array): ReadBody {
  if (bytes.length === 0) return { kind: 'empty' }
  const text = utf8Text(bytes)
  if (text === null) return { kind: 'binary', bytes }
  try {
    return { kind: 'json', value: JSON.parse(text), bytes }
  } catch {
    return { kind: 'text', text, bytes }
  }
}
