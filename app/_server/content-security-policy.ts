import { hasOpenWalletServices } from '@/lib/base/http/wallet-services'

/**
 * The policy of the page at a path. Scripts run only by its nonce, which Next.js finds in the request's policy header:
 * neither inline code nor a file on this origin (which also serves sellers' uploads) runs without it. Styles may be
 * inline: wallet dialogs bring their own.
 */
export function policyOf(path: string): string {
  const nonce = createNonce()
  const isDevelopment = process.env.NODE_ENV === 'development'
  // Any other page sends no form by the browser itself.
  const hasForms = /^\/(dashboard|bazaar|docs|library|mail)(\/|$)/.test(path)
  const wallets = hasOpenWalletServices() ? walletServices : { connect: [], frames: [] }
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'", ...(isDevelopment ? ["'unsafe-eval'"] : [])],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'media-src': ["'self'", 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...(isDevelopment ? ['ws:'] : []), ...wallets.connect],
    'manifest-src': ["'self'"],
    'frame-src': ['blob:', ...wallets.frames],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': [hasForms ? "'self'" : "'none'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

/** The servers of `@walletconnect/ethereum-provider` and `@base-org/account`. */
const walletServices = {
  connect: [
    'wss://relay.walletconnect.org',
    'wss://relay.walletconnect.com',
    'https://verify.walletconnect.org',
    'https://verify.walletconnect.com',
    'https://rpc.wallet.coinbase.com',
    'https://keys.coinbase.com',
  ],
  frames: ['https://verify.walletconnect.org', 'https://verify.walletconnect.com'],
}

/** 128 random bits in base64, as the policy's grammar requires. */
function createNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
}
