import { MAX_HEADER_CHARACTERS, parseJsonObject } from './header-codec'

/** Decodes a protocol header without Node's Buffer, which browsers lack; null when it cannot be read. */
export function decodeHeader(header: string | null): Record<string, unknown> | null {
  if (header === null || header.length > MAX_HEADER_CHARACTERS) return null
  try {
    const bytes = Uint8Array.from(atob(header), (character) => character.charCodeAt(0))
    const parsed = parseJsonObject(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return parsed.ok ? parsed.value : null
  } catch {
    return null
  }
}

/** The same the other way. */
export function encodePortably(value: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
