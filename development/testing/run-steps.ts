/** Runs work that yields between its steps, all at once. */
export function runSteps<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
