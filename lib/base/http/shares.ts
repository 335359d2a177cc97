/** Places of this process, of which each caller may hold some at a time. */
export type Shares = {
  /** Takes a place before any work begins, and returns a function that gives it back, once; null when none is left. */
  take: (caller: string) => (() => void) | null
}

export function createShares({ total, perCaller }: { total: number; perCaller: number }): Shares {
  const held = new Map<string, number>()
  let taken = 0
  const add = (caller: string, by: 1 | -1) => {
    taken += by
    const count = (held.get(caller) ?? 0) + by
    if (count > 0) held.set(caller, count)
    else held.delete(caller)
  }
  return {
    take(caller) {
      if (taken >= total || (held.get(caller) ?? 0) >= perCaller) return null
      add(caller, 1)
      let isHeld = true
      return () => {
        if (isHeld) add(caller, -1)
        isHeld = false
      }
    },
  }
}
