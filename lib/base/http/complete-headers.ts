import type { ServerResponse } from 'node:http'

/** For answers that are not our pages: opened as a page, they run, load, send and frame nothing. */
const CLOSED_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** For pages: what their scripts may not ask the browser for, and windows that they open, such as wallets', may answer. */
const pageHeaders = Object.entries({
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Permissions-Policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), bluetooth=(), midi=(), display-capture=()',
})

/**
 * Adds the headers that every answer of this process must have, also the framework's files, redirects and refusals:
 * those missing when the head is written. An answer without a caching rule is not stored.
 */
export function createHeaderCompletion(publicOrigin: string): (response: ServerResponse) => void {
  const needed = Object.entries({
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': CLOSED_POLICY,
    ...(publicOrigin.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=63072000' }),
  })
  return (response) => {
    const isPage = String(response.getHeader('content-type') ?? '').startsWith('text/html')
    for (const [name, value] of isPage ? [...needed, ...pageHeaders] : needed)
      if (!response.hasHeader(name)) response.setHeader(name, value)
  }
}
