/** A listing's host, if a page can be named after it; null for a tool's identifier. */
export function hostOf({ resource }: { resource: string }): string | null {
  const url = URL.parse(resource)
  return url && /^https?:$/.test(url.protocol) ? hostIn(url.hostname) : null
}

function hostIn(name: string): string | null {
  const host = name.toLowerCase()
  return host.length <= 253 && /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(host) ? host : null
}
