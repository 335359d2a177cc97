import { createHash, randomBytes } from 'node:crypto'

type SessionCookie = {
  name: string
  value: string
  attributes: { httpOnly: true; sameSite: 'lax'; path: '/'; secure: boolean; maxAge: number }
}

/** The cookie's name; over https the prefix makes browsers refuse one set by another host or over http. */
export function sessionCookieName(publicOrigin: string): string {
  return publicOrigin.startsWith('https:') ? '__Host-turnpike-session' : 'turnpike-session'
}

/** The cookie that carries a session's token; null removes it. `maxAge` is in seconds. */
export function buildSessionCookie(publicOrigin: string, token: SessionToken | null): SessionCookie {
  return {
    name: sessionCookieName(publicOrigin),
    value: token ?? '',
    attributes: {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure: publicOrigin.startsWith('https:'),
      maxAge: token === null ? 0 : sessionPolicy.lifetimeMs / 1000,
    },
  }
}

/** The session's token in a request's Cookie header; null for none, and for more than one. */
export function readSessionCookie(publicOrigin: string, cookieHeader: string | null): SessionToken | null {
  const prefix = `${sessionCookieName(publicOrigin)}=`
  const values = (cookieHeader ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix))
  return values.length === 1 ? parseSessionToken(values[0]?.slice(prefix.length)) : null
}

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
