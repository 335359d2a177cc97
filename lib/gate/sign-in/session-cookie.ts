import { parseSessionToken, type SessionToken, sessionPolicy } from './session-token'

export type SessionCookie = {
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
