/** Hosts for trying things out: tunnels, editors, and deployments of a branch or for tests. They end without notice. */
const PASSING_HOSTS = [
  /\.(ngrok(-free)?\.(app|dev|io)|trycloudflare\.com|loca\.lt|localhost\.run|serveo\.net|replit\.dev|gitpod\.io|github\.dev|csb\.app)$/,
  /-git-[\w-]+\.vercel\.app$/,
  /^deploy-preview-\d+--/,
  /(^|[.-])(staging|preview|dev|test)\.[^.]+\.[^.]+/,
]

export const isPassingHost = (host: string): boolean => PASSING_HOSTS.some((pattern) => pattern.test(host))

/** Texts that templates and directories put where a seller wrote none, or that only repeat the terms. */
const NO_TEXTS = [
  /^(access to )?(protected|premium)\b[\w ]{0,24}$/i,
  /^added by scraper\b/i,
  /^payment (required|for demo)\b/i,
  /^\$?[\d.]+( USDC)?( on [\w-]+)?$/i,
  /^[\da-f-]{16,}$/i,
  / - x402 endpoint$/i,
  /\bcoming soon\b/i,
]

/** True for a listing that does not say what is sold. */
export const saysNothing = (description: string | null): boolean =>
  description === null || description.trim() === '' || NO_TEXTS.some((pattern) => pattern.test(description.trim()))

/** True for an address whose traffic others on the way can read and change. */
export function isUnencrypted(resource: string): boolean {
  const url = URL.parse(resource)
  return url?.protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
}
