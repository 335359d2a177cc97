/** Random-looking numbers that repeat with the same seed. */
export type Random = {
  /** At least 0, below `limit`. */
  below: (limit: number) => number
  chance: (probability: number) => boolean
  pick: <T>(items: readonly [T, ...T[]] | readonly T[]) => T
}

/** Mulberry32: 32 bits of state, good enough to choose test inputs. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (probability) => next() < probability,
    pick: <T>(items: readonly T[]): T => items[below(items.length)] as T, // The index is within the list.
  }
}
