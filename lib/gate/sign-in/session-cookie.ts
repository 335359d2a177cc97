import { createHash, randomBytes } from 'node:crypto'

const NAME = 'turnpike-session'

/** A cookie's name; over https the prefix makes browsers refuse one set by another host or over http. */
const nameAt = (publicOrigin: string, name: string): string =>
  publicOrigin.startsWith('https:') ? `__Host-${name}` : name

export const sessionCookieName = (publicOrigin: string): string => nameAt(publicOrigin, NAME)

/** The value of a cookie of this site in a Cookie header; undefined for none, and for more than one. */
export function readCookie(publicOrigin: string, name: string, cookieHeader: string | null): string | undefined {
  const prefix = `${nameAt(publicOrigin, name)}=`
  const pairs = (cookieHeader ?? '').split(';').map((pair) => pair.trim())
  const [value, ...others] = pairs.filter((pair) => pair.startsWith(prefix))
  return others.length === 0 ? value?.slice(prefix.length) : undefined
}

/** The Set-Cookie text of a cookie of this site; without a value it removes the cookie. */
export function writeCookie(publicOrigin: string, name: string, cookie: { value: string; seconds: number }): string {
  const secure = publicOrigin.startsWith('https:') ? '; Secure' : ''
  const maxAge = cookie.value === '' ? 0 : cookie.seconds
  return `${nameAt(publicOrigin, name)}=${cookie.value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`
}

/** The Set-Cookie text that carries a session's token; null removes it. */
export const writeSessionCookie = (publicOrigin: string, token: SessionToken | null): string =>
  writeCookie(publicOrigin, NAME, { value: token ?? '', seconds: sessionPolicy.lifetimeMs / 1000 })

/** The session's token in a request's Cookie header; null for none, and for more than one. */
export const readSessionCookie = (publicOrigin: string, cookieHeader: string | null): SessionToken | null =>
  parseSessionToken(readCookie(publicOrigin, NAME, cookieHeader))

declare const tokenBrand: unique symbol

/** The cookie's value: 256 random bits. The database stores only its hash. */
export type SessionToken = string & { readonly [tokenBrand]: true }

export const createSessionToken = () => randomBytes(32).toString('base64url') as SessionToken // Fresh, of the one shape.

export function parseSessionToken(text: string | undefined): SessionToken | null {
  return text !== undefined && /^[A-Za-z0-9_-]{43}$/.test(text) ? (text as SessionToken) : null // Shape just checked.
}

/** The stored form. The token has full entropy, so a plain hash is enough. */
export const hashSessionToken = (token: SessionToken) => new Uint8Array(createHash('sha256').update(token).digest())

/** Durations of sessions, in milliseconds. */
export const sessionPolicy = {
  /** From signing in to signing in again. */
  lifetimeMs: 30 * 24 * 3_600_000,
  idleMs: 7 * 24 * 3_600_000,
  /** Age at which the cookie gets a new token. */
  rotateAfterMs: 3_600_000,
  /** How long the previous token still works, for requests already on their way. */
  rotationGraceMs: 60_000,
  /** Precision of `seenAt`; a write per visit would cost more than it tells. */
  seenPrecisionMs: 300_000,
} as const
