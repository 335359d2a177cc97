import { utf8Text } from '@/lib/base/infra/utf8-text'
import type { OutputFile } from './output-file'

/** A body as a terminal can show it. */
export type ReadBody =
  | { kind: 'empty' }
  | { kind: 'json'; value: unknown; bytes: Uint8Array }
  | { kind: 'text'; text: string; bytes: Uint8Array }
  | { kind: 'binary'; bytes: Uint8Array }
  | { kind: 'saved'; length: number; isWhole: boolean }

/** Told of each part of a body: how much has come, and how much is to come where the server says so. */
export type OnBytes = (received: number, total: number | null) => void

/**
 * Reads a body as far as it comes; with `output` it goes there and is not kept in memory.
 * `fault` says why it is not whole, null where it is.
 */
export async function readBody(
  response: Response,
  { onBytes = () => {}, output = null }: { onBytes?: OnBytes; output?: OutputFile | null } = {},
): Promise<{ body: ReadBody; fault: string | null }> {
  const reader = response.body?.getReader()
  const total = lengthOf(response)
  const chunks: Uint8Array[] = []
  let received = 0
  const body = (isWhole: boolean) =>
    output ? ({ kind: 'saved', length: received, isWhole } as const) : bodyOf(Buffer.concat(chunks))
  for (;;) {
    const next = await reader?.read().catch(() => 'broken' as const)
    if (next === 'broken')
      return { body: body(false), fault: 'The answer broke off before its end; what came is here.' }
    if (!next?.value) return { body: body(true), fault: null }
    if (output) {
      const code = await output.write(next.value).then(
        () => null,
        (error: NodeJS.ErrnoException) => error.code ?? error.message,
      )
      if (code !== null) {
        void reader?.cancel()
        return { body: body(false), fault: `${output.path} cannot be written (${code}); what came before is there.` }
      }
    } else chunks.push(next.value)
    received += next.value.length
    onBytes(received, total)
  }
}

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
