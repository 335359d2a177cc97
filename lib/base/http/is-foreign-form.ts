/**
 * True if a form comes from another host than the one it was sent to, or its headers cannot be read.
 * Next.js compares the same two before it runs an action, and answers 500 when they differ.
 */
export function isForeignForm(headers: Pick<Headers, 'get'>): boolean {
  const origin = headers.get('origin')
  if (origin === null) return false
  const host = headers.get('x-forwarded-host')?.split(',')[0]?.trim() ?? headers.get('host')
  return !URL.canParse(origin) || new URL(origin).host !== host
}
