/** What no route is asked to read: the code of the refusal that answers it. */
export type RequestFault =
  | 'address_too_long'
  | 'address_unreadable'
  | 'header_too_long'
  | 'method_unknown'
  | 'form_unreadable'

/** What Next.js can make a request of; TRACE, for one, it answers with a fault of its own. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export const maximumAddressCharacters = 8 * 1024
/** One header's value. Payments and proofs have a limit of their own, and so has the head as a whole. */
export const maximumHeaderCharacters = 8 * 1024

const headersWithOwnLimit = new Set(['payment-signature', 'sign-in-with-x', 'x-turnpike-challenge', 'cookie'])

/**
 * Looks at what came before the body, for every request, so that no route meets an address that is no text (NUL, broken
 * UTF-8, half an escape) or a value without an end. `rawHeaders` are names and values in turn.
 */
export function findRequestFault(method: string, address: string, rawHeaders: readonly string[]): RequestFault | null {
  if (!knownMethods.has(method)) return 'method_unknown'
  if (address.length > maximumAddressCharacters) return 'address_too_long'
  // `*` asks about the whole server; proxies may send the whole address.
  if (!address.startsWith('/') && !/^https?:\/\//.test(address)) return 'address_unreadable'
  if (address.includes('%') && !isText(address)) return 'address_unreadable'
  for (let at = 1; at < rawHeaders.length; at += 2) {
    const isLong = (rawHeaders[at] ?? '').length > maximumHeaderCharacters
    if (isLong && !headersWithOwnLimit.has((rawHeaders[at - 1] ?? '').toLowerCase())) return 'header_too_long'
  }
  return null
}

function isText(address: string): boolean {
  try {
    return !decodeURIComponent(address).includes('\0')
  } catch {
    // Half an escape, or bytes that are no UTF-8.
    return false
  }
}
