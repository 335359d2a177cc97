/**
 * An address elsewhere, as a browser reads it; null for a relative one, for another scheme than the web's and mail's,
 * and for one with a name or password, which looks like another host.
 */
export function outwardAddress(address: string): string | null {
  if (!/^(https?:\/\/|mailto:)/i.test(address) || !URL.canParse(address)) return null
  const url = new URL(address)
  return url.username === '' && url.password === '' ? url.href : null
}
