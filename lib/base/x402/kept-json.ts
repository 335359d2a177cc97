const kept = new WeakMap<object, string>()

/** Writes an object as JSON once; from then on it must not change. Returns the object itself. */
export function keepJson<T extends object>(value: T): T {
  kept.set(value, JSON.stringify(value))
  return value
}

const CUT = '\0' // In no JSON: it would be escaped there.

/** Stands for a part that is written later, by `fillLater`. */
export function later(name: string): object {
  const part = {}
  kept.set(part, `${CUT}${name}${CUT}`)
  return part
}

/** A text of `writeJson`, cut at the parts that are written later: each odd piece is the name of one. */
export const splitAtLater = (json: string): string[] => json.split(CUT)

export const fillLater = (pieces: readonly string[], parts: Record<string, string>): string =>
  pieces.map((piece, place) => (place % 2 === 1 ? parts[piece] : piece)).join('')

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
