/** Runs `work` on every item, at most `most` at once. A failure does not stop the others, and is thrown at the end. */
export async function sideBySide<T, R>(items: readonly T[], most: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const ends: PromiseSettledResult<R>[] = []
  const waiting = items.entries()
  const run = async () => {
    for (const [place, item] of waiting) [ends[place]] = await Promise.allSettled([work(item)])
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, run))
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  })
}
