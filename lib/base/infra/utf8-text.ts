/** The text that bytes are in UTF-8; null for anything else, and for text with a zero byte. */
export function utf8Text(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
