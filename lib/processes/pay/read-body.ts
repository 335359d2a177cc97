/** A body as a terminal can show it. */
export type ReadBody =
  | { kind: 'empty' }
  | { kind: 'json'; value: unknown; bytes: Uint8Array }
  | { kind: 'text'; text: string; bytes: Uint8Array }
  | { kind: 'binary'; bytes: Uint8Array }

/** Reads the whole body and tells what it is by its bytes; the declared media type may be wrong. */
export async function readBody(response: Response): Promise<ReadBody> {
  const bytes = new Uint8Array(await response.arrayBuffer())
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
