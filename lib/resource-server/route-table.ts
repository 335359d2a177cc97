import type { CanonicalPath } from '@/lib/x402/canonical-path'
import { decodeCanonicalSegment } from '@/lib/x402/canonical-path'
import type { RoutePattern } from '@/lib/x402/route-pattern'

type RouteMatch<T> = { value: T; params: Record<string, string> }

/**
 * Routes by method and path. Finding one takes as many steps as the path has segments, whatever the number of
 * routes. Fixed text wins over a parameter at the same place; two patterns that differ only in parameter names
 * are one place.
 */
export type RouteTable<T> = {
  set: (method: string, pattern: RoutePattern, value: T) => void
  remove: (method: string, pattern: RoutePattern) => boolean
  find: (method: string, path: CanonicalPath) => RouteMatch<T> | null
  /** Methods that the path answers, for 405. */
  methodsOf: (path: CanonicalPath) => string[]
}

type Leaf<T> = { value: T; names: string[] }
type Branch<T> = { literals: Map<string, Branch<T>>; parameter: Branch<T> | null; leaves: Map<string, Leaf<T>> }

const createBranch = <T>(): Branch<T> => ({ literals: new Map(), parameter: null, leaves: new Map() })

/** Builds an empty table. */
export function createRouteTable<T>(): RouteTable<T> {
  const root = createBranch<T>()
  return {
    set(method, pattern, value) {
      let branch = root
      const names: string[] = []
      for (const segment of pattern.segments) {
        if (segment.kind === 'parameter') {
          names.push(segment.name)
          branch = branch.parameter ??= createBranch()
        } else {
          const next = branch.literals.get(segment.text) ?? createBranch<T>()
          branch.literals.set(segment.text, next)
          branch = next
        }
      }
      branch.leaves.set(method, { value, names })
    },
    remove(method, pattern) {
      let branch: Branch<T> | null | undefined = root
      for (const segment of pattern.segments) {
        branch = segment.kind === 'parameter' ? branch.parameter : branch.literals.get(segment.text)
        if (!branch) return false
      }
      return branch.leaves.delete(method)
    },
    find(method, path) {
      const parts = split(path)
      const found = descend(root, parts, 0, [], (branch) => branch.leaves.get(method))
      if (!found) return null
      const params = Object.fromEntries(
        found.leaf.names.map((name, index) => [name, decodeCanonicalSegment(found.values[index] ?? '')]),
      )
      return { value: found.leaf.value, params }
    },
    methodsOf(path) {
      const methods = new Set<string>()
      descend(root, split(path), 0, [], (branch) => {
        for (const method of branch.leaves.keys()) methods.add(method)
        return undefined
      })
      return [...methods]
    },
  }
}

const split = (path: CanonicalPath): string[] => (path === '/' ? [] : path.slice(1).split('/'))

function descend<T>(
  branch: Branch<T>,
  parts: string[],
  depth: number,
  values: string[],
  pick: (branch: Branch<T>) => Leaf<T> | undefined,
): { leaf: Leaf<T>; values: string[] } | null {
  const part = parts[depth]
  if (part === undefined) {
    const leaf = pick(branch)
    return leaf ? { leaf, values: [...values] } : null
  }
  const literal = branch.literals.get(part)
  const found = literal ? descend(literal, parts, depth + 1, values, pick) : null
  if (found) return found
  return branch.parameter ? descend(branch.parameter, parts, depth + 1, [...values, part], pick) : null
}
