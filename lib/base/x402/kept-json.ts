const kept = new WeakMap<object, string>()

/** Writes an object as JSON once; from then on it must not change. Returns the object itself. */
export function keepJson<T extends object>(value: T): T {
  kept.set(value, JSON.stringify(value))
  return value
}

/** Stands for a part that is written later: the text of what holds it is cut there by `splitAtLater`. */
export const LATER: object = {}
const CUT = '\0' // In no JSON: it would be escaped there.
kept.set(LATER, CUT)

export const splitAtLater = (json: string): string[] => json.split(CUT)

/** Kept parts of a challenge lie at most this deep: `extensions`, one extension, its schema. */
const MAX_KEPT_DEPTH = 3

/** The same text as `JSON.stringify`, with the texts that `keepJson` has written. */
export function writeJson(value: object, depth = 0): string {
  const text = kept.get(value)
  if (text !== undefined) return text
  if (Array.isArray(value) || depth === MAX_KEPT_DEPTH) return JSON.stringify(value)
  const members: string[] = []
  for (const [name, member] of Object.entries(value)) {
    const isObject = typeof member === 'object' && member !== null
    const written = isObject ? writeJson(member, depth + 1) : JSON.stringify(member)
    if (written !== undefined) members.push(`${JSON.stringify(name)}:${written}`)
  }
  return `{${members.join(',')}}`
}
