/** The fetch of a payer: a redirect would carry a signed payment to a host that was not asked for. */
export const withoutRedirects: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'manual' })

/** Where an answer leads on to; null where it leads nowhere. */
export const redirectOf = ({ status, headers }: Response): string | null =>
  status >= 300 && status < 400 ? headers.get('location') : null
