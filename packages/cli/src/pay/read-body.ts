import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { utf8Text } from '@/lib/base/infra/utf8-text'
import { codeOf, type OutputFile, openOutputFile } from './output-file'

/** A body as a terminal can show it. */
export type ReadBody =
  | { kind: 'empty' }
  | { kind: 'json'; value: unknown; bytes: Uint8Array }
  | { kind: 'text'; text: string; bytes: Uint8Array }
  | { kind: 'binary'; bytes: Uint8Array }
  | { kind: 'saved'; length: number; file: OutputFile; isWhole: boolean }

/** Longest body that is kept in memory. */
const KEPT_BYTES = 16 * 1024 * 1024

type Options = { onPart?: () => void; output?: OutputFile | null }

/**
 * Reads a body as far as it comes; with `output` it goes there, and a longer one than `KEPT_BYTES` into a new file, or is
 * cut where it is no success.
 * `fault` says why it is not whole, null where it is.
 */
export async function readBody(
  response: Response,
  { onPart = () => {}, output = null }: Options = {},
): Promise<{ body: ReadBody; fault: string | null }> {
  const reader = response.body?.getReader()
  const chunks: Uint8Array[] = []
  let file = output
  let length = 0
  const ended = (fault: string | null) =>
    file
      ? { body: { kind: 'saved', length, file, isWhole: fault === null } as const, fault }
      : { body: bodyOf(Buffer.concat(chunks)), fault }
  for (;;) {
    const next = await reader?.read().catch(() => 'broken' as const)
    if (next === 'broken') return ended('The answer broke off before its end; what came is here.')
    if (!next?.value) return ended(null)
    chunks.push(next.value)
    length += next.value.length
    onPart()
    if (!file && length <= KEPT_BYTES) continue
    if (!response.ok) {
      void reader?.cancel().catch(() => undefined)
      return ended('The answer is too long to be kept; its start is here.')
    }
    try {
      file ??= await openOutputFile(join(tmpdir(), `turnpike-${Date.now()}-${process.pid}`))
      for (const chunk of chunks.splice(0)) await file.write(chunk)
    } catch (error) {
      void reader?.cancel().catch(() => undefined)
      const code = codeOf(error as NodeJS.ErrnoException) // The file system's own.
      return ended(`${file?.path ?? tmpdir()} cannot be written (${code}); what came before is there.`)
    }
  }
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
