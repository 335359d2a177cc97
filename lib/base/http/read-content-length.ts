/** The length that a request states for its body, in bytes; null where it states none. */
export function readContentLength(request: Request): number | null {
  const text = request.headers.get('content-length')
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}
