import { hasOpenWalletServices } from '@/lib/base/http/wallet-services'

type PolicyInput = {
  /** Fresh for each answer; Next.js finds it in the request's policy header and puts it on its own scripts. */
  nonce: string
  isDevelopment: boolean
  /** Whether the page has forms that the browser itself sends; any other page sends none. */
  hasForms: boolean
  /** Allows connections to the relay and the windows of wallets outside of this browser. */
  hasWalletServices: boolean
}

/** The policy of the page at a path, with a fresh nonce. */
export const policyOf = (path: string): string =>
  contentSecurityPolicy({
    nonce: createNonce(),
    isDevelopment: process.env.NODE_ENV === 'development',
    hasForms: /^\/(dashboard|bazaar|docs|library|mail)(\/|$)/.test(path),
    hasWalletServices: hasOpenWalletServices(),
  })

/**
 * The policy of every page. Scripts run only by nonce: neither inline code nor a file on this origin (which also serves
 * sellers' uploads) runs without it. Styles may be inline: wallet dialogs bring their own.
 */
export function contentSecurityPolicy({ nonce, isDevelopment, hasForms, hasWalletServices }: PolicyInput): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'", ...(isDevelopment ? ["'unsafe-eval'"] : [])],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'media-src': ["'self'", 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...(isDevelopment ? ['ws:'] : []), ...(hasWalletServices ? walletServices.connect : [])],
    'manifest-src': ["'self'"],
    'frame-src': ['blob:', ...(hasWalletServices ? walletServices.frames : [])],
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
export function createNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
}
