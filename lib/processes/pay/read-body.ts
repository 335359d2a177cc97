/** A body as a terminal can show it. */
export type ReadBody =
  | { kind: 'empty' }
  | { kind: 'json'; value: unknown; bytes: Uint8Array }
  | { kind: 'text'; text: string; bytes: Uint8Array }
  | { kind: 'binary'; bytes: Uint8Array }

/** Reads a body as far as it comes. `isWhole` is false where it broke off. */
export async function readBody(response: Response): Promise<{ body: ReadBody; isWhole: boolean }> {
  const reader = response.body?.getReader()
  const chunks: Uint8Array[] = []
  try {
    for (;;) {
      const next = await reader?.read()
      if (!next?.value) return { body: bodyOf(Buffer.concat(chunks)), isWhole: true }
      chunks.push(next.value)
    }
  } catch {
    return { body: bodyOf(Buffer.concat(chunks)), isWhole: false }
  }
}

/** Tells what a body is by its bytes; the declared media type may be wrong. */
function bodyOf(bytes: Uint8Array): ReadBody {
  if (bytes.length === 0) return { kind: 'empty' }
  const text = decodeText(bytes)
  if (text === null) return { kind: 'binary', bytes }
  try {
    return { kind: 'json', value: JSON.parse(text), bytes }
  } catch {
    return { kind: 'text', text, bytes }
  }
}

function decodeText(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
