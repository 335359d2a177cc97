import type { CanonicalPath, RoutePattern } from '@/lib/base/x402/route-pattern'

/**
 * Routes by method and path. Finding one takes as many steps as the path has segments, whatever the number of routes.
 * Fixed text wins over a parameter at the same place, and a parameter over `[...rest]`; two patterns that differ only
 * in parameter names are one place.
 *
 * A path that matches a parameter, but is only another spelling of the fixed text of a more exact route (`/Admin`
 * beside `/admin`), is not found: servers behind us often treat both spellings alike, and nothing may be reached there
 * at another route's price.
 */
export type RouteTable<T> = ReturnType<typeof createRouteTable<T>>

type Leaf<T> = { value: T; names: string[] }
type Branch<T> = {
  literals: Map<string, Branch<T>>
  parameter: Branch<T> | null
  rest: Branch<T> | null
  leaves: Map<string, Leaf<T>>
}

const createBranch = <T>(): Branch<T> => ({ literals: new Map(), parameter: null, rest: null, leaves: new Map() })

export function createRouteTable<T>() {
  const root = createBranch<T>()
  // The same routes by folded text; each leaf holds all routes with the same folded spelling.
  const folded = createBranch<Set<T>>()
  return {
    set(method: string, pattern: RoutePattern, value: T): void {
      const branch = grow(root, pattern, (text) => text)
      const before = branch.leaves.get(method)
      branch.leaves.set(method, { value, names: namesOf(pattern) })
      const leaf = grow(folded, pattern, foldSegment).leaves
      const alike = leaf.get(method)?.value ?? new Set<T>()
      if (before) alike.delete(before.value)
      leaf.set(method, { value: alike.add(value), names: [] })
    },
    /** Removes the value at that place; with `isMeant`, only where that returns true. False where nothing was removed. */
    remove(method: string, pattern: RoutePattern, isMeant: (value: T) => boolean = () => true): boolean {
      const { leaves } = grow(root, pattern, (text) => text)
      const leaf = leaves.get(method)
      if (!leaf || !isMeant(leaf.value)) return false
      const alike = grow(folded, pattern, foldSegment).leaves
      const values = alike.get(method)?.value
      values?.delete(leaf.value)
      if (values?.size === 0) alike.delete(method)
      return leaves.delete(method)
    },
    find(method: string, path: CanonicalPath): { value: T; params: Record<string, string> } | null {
      const parts = split(path)
      const found = descend(root, parts, 0, [], (branch) => branch.leaves.get(method))
      if (!found) return null
      const { value, names } = found.leaf
      if (names.length === 0) return { value, params: {} }
      const alike = descend(folded, parts.map(foldSegment), 0, [], (branch) => branch.leaves.get(method))
      if (!alike?.leaf.value.has(value)) return null
      const params = Object.fromEntries(names.map((name, index) => [name, found.values[index] ?? '']))
      return { value, params }
    },
    /** Methods that the path answers, for 405. */
    methodsOf(path: CanonicalPath) {
      const methods = new Set<string>()
      descend(root, split(path), 0, [], (branch) => {
        for (const method of branch.leaves.keys()) methods.add(method)
        return undefined
      })
      return [...methods]
    },
  }
}

const namesOf = ({ segments }: RoutePattern): string[] =>
  segments.flatMap((segment) => (segment.kind === 'parameter' ? [segment.name] : []))

/** Returns the pattern's place in a tree, and creates it where it is missing. */
function grow<T>(root: Branch<T>, { segments }: RoutePattern, spell: (text: string) => string): Branch<T> {
  let branch = root
  for (const segment of segments) {
    if (segment.kind === 'parameter') {
      if (segment.isRest) branch = branch.rest ??= createBranch()
      else branch = branch.parameter ??= createBranch()
    } else {
      const text = spell(segment.text)
      const next = branch.literals.get(text) ?? createBranch<T>()
      branch.literals.set(text, next)
      branch = next
    }
  }
  return branch
}

const split = (path: CanonicalPath): string[] => (path === '/' ? [] : path.slice(1).split('/'))

/** Values are decoded; those of a rest are joined by slashes, which no decoded segment holds. */
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
    return leaf ? { leaf, values } : null
  }
  const literal = branch.literals.get(part)
  const found = literal ? descend(literal, parts, depth + 1, values, pick) : null
  if (found) return found
  const one = branch.parameter
    ? descend(branch.parameter, parts, depth + 1, [...values, decodeURIComponent(part)], pick)
    : null
  if (one || !branch.rest) return one
  const leaf = pick(branch.rest)
  return leaf ? { leaf, values: [...values, parts.slice(depth).map(decodeURIComponent).join('/')] } : null
}

/**
 * The form of a canonical segment at a server that ignores case, kinds of the same letter, spaces and dots at the end,
 * or a format (`/report.json` for `/report`). Only to notice that two segments may be taken for the same; never sent.
 */
export function foldSegment(segment: string): string {
  const plain = decodeURIComponent(segment).normalize('NFKC').toLowerCase().normalize('NFKC')
  const bare = plain.trim().replace(/[. ]+$/, '')
  const named = bare.replace(/(?<=.)\.[a-z][a-z0-9]{0,7}$/, '')
  return encodeURIComponent(named)
}
