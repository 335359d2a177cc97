/** Returns the result of the first call again. A failure is tried again. */
export function once<T extends NonNullable<unknown>>(work: () => T): () => T {
  let result: T | undefined
  return () => (result ??= work())
}
