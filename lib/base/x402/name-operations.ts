type Operation = { operationId?: string; tags?: readonly string[] }
type Paths<Of> = Record<string, Partial<Record<string, Of>>>

/**
 * Operations of an OpenAPI document, each with an id of its own and a tag: programs that make clients or tools of a
 * document name their functions by the one and group them by the other. An id says method and path.
 */
export function nameOperations<Of extends Operation>(
  paths: Paths<Of>,
  tagOf: (path: string) => string,
): { paths: Paths<Of & Required<Operation>>; tags: { name: string }[] } {
  const tags = new Set<string>()
  const taken = new Set<string>()
  const named = Object.entries(paths).map(([path, methods]) => {
    const tag = tagOf(path)
    tags.add(tag)
    const operations = Object.entries(methods).flatMap(([method, operation]) => {
      if (!operation) return []
      const operationId = operation.operationId ?? freeId(idOf(method, path), taken)
      return [[method, { ...operation, operationId, tags: [tag] }] as const]
    })
    return [path, Object.fromEntries(operations)] as const
  })
  return { paths: Object.fromEntries(named), tags: [...tags].map((name) => ({ name })) }
}

/** `get` and `/users/{userId}` as `getUsersUserId`. */
function idOf(method: string, path: string): string {
  const words = path.match(/[A-Za-z0-9]+/g) ?? []
  return method + words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('')
}

function freeId(id: string, taken: Set<string>): string {
  let free = id
  for (let count = 2; taken.has(free); count += 1) free = `${id}${count}`
  taken.add(free)
  return free
}
