/** The result of `work`, or null when that takes longer than `ms`. The caller gets its failure. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const lapse = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null).unref()
  })
  try {
    return await Promise.race([work, lapse])
  } finally {
    clearTimeout(timer)
  }
}
