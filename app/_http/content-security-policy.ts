type PolicyInput = {
  /** Fresh for each answer; Next.js finds it in the request's policy header and puts it on its own scripts. */
  nonce: string
  isDevelopment: boolean
  /** Whether the page has forms that the browser itself sends; from any other page it sends none. */
  hasForms: boolean
  /** Wallets outside of this browser are offered: their relay and their windows are reached. */
  hasWalletServices: boolean
}

/**
 * The policy of every page. Scripts run by nonce alone: neither inline code nor a file on this origin
 * (which also serves what sellers upload) runs without it. Styles may be inline: wallet dialogs bring their own.
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

/** What `@walletconnect/ethereum-provider` and `@base-org/account` talk to. */
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

/** 128 random bits in base64, as the policy's grammar wants them. */
export function createNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
}
