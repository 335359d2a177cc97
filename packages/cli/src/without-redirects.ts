/** The fetch of a payer: a redirect would carry a signed payment to a host that was not asked for. */
export const withoutRedirects: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'manual' })

/** The address that an answer of that one leads on to; null where it leads nowhere. */
export function redirectOf({ status, headers }: Response, asked: string | URL): string | null {
  const location = status >= 300 && status < 400 ? headers.get('location') : null
  return location && (URL.parse(location, asked)?.href ?? location)
}
