/** A path for a copy of the route at that path, with the same parameters: the last fixed segment gets a 2. */
export function copyPath(path: string): string {
  const segments = path.split('/')
  const last = segments.findLastIndex((segment) => segment !== '' && !/^[[:*]/.test(segment))
  if (last === -1) return `/copy${path}`
  return segments.map((segment, index) => (index === last ? `${segment}-2` : segment)).join('/')
}
