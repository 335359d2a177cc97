import { paymentStore } from './payment-store'

/** The secret of a link, which opens a gift once, and its SHA-256 in hexadecimal digits, which the payment names. */
export type GiftLink = { secret: string; hash: string; isPaid: boolean }

const keyOf = (url: string) => `turnpike-gift ${url}`

/** The link of this browser for a resource, or a new one; stored, so that no link that was paid for is lost. */
export async function makeGiftLink(url: string): Promise<GiftLink | null> {
  const kept = readGiftLink(paymentStore().getItem(keyOf(url)))
  if (kept) return kept
  // Only on secure pages; on others a gift needs an address.
  if (!globalThis.crypto.subtle) return null
  const secret = toHex(crypto.getRandomValues(new Uint8Array(32)))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  return keepGiftLink(url, { secret, hash: toHex(new Uint8Array(digest)), isPaid: false })
}

export function keepGiftLink(url: string, link: GiftLink): GiftLink {
  paymentStore().setItem(keyOf(url), JSON.stringify(link))
  return link
}

/** Makes room for another link, once the reader has this one. */
export function forgetGiftLink(url: string): string {
  paymentStore().removeItem(keyOf(url))
  return url
}

const toHex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

function readGiftLink(text: string | null): GiftLink | null {
  try {
    const { secret, hash, isPaid } = JSON.parse(text ?? '{}')
    const isLink = [secret, hash].every((part) => /^[0-9a-f]{64}$/.test(String(part)))
    return isLink ? { secret, hash, isPaid: isPaid === true } : null
  } catch {
    // Written by another program.
    return null
  }
}
