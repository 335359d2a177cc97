/** How many bytes a request says that it brings; null where it does not say. */
export function readContentLength(request: Request): number | null {
  const text = request.headers.get('content-length')
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}
