/** Runs `work` on every item, at most `most` at once. A failure does not stop the others, and is thrown at the end. */
export async function sideBySide<T, R>(items: readonly T[], most: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const failures: unknown[] = []
  const waiting = items.entries()
  const run = async () => {
    for (const [place, item] of waiting) {
      try {
        results[place] = await work(item)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, run))
  if (failures.length > 0) throw failures[0]
  return results
}
