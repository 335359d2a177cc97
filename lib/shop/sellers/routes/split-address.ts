/** Shop and place of a fixed address of this site's shops; null for any other address. */
export function splitAddress(publicOrigin: string, resourceUri: string): { handle: string; shape: string } | null {
  const url = URL.parse(resourceUri)
  if (url?.origin !== publicOrigin) return null
  const [, handle, shape] = /^\/x\/([^/]+)\/(.+)$/.exec(url.pathname) ?? []
  return handle === undefined || shape === undefined ? null : { handle, shape }
}
