export type Cleanups = {
  /** Cleanups; the last one added runs first. */
  add: (end: () => unknown) => void
  /** Ends everything, also when one of them fails. */
  run: () => Promise<void>
}

export function createCleanups(): Cleanups {
  const ends: (() => unknown)[] = []
  let running = Promise.resolve()
  const endAll = async () => {
    for (let end = ends.pop(); end; end = ends.pop()) {
      await Promise.resolve()
        .then(end)
        .catch((error: unknown) => console.error(error))
    }
  }
  return {
    add: (end) => void ends.push(end),
    // Two callers, such as a signal and the failure that it causes, both wait for the end of everything.
    run: () => (running = running.then(endAll)),
  }
}
