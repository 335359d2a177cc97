export type LoadResult = { perSecond: number; p50Ms: number; p95Ms: number; p99Ms: number; failures: number }

/** Runs every task, `inFlight` at a time, and measures them: the rate counts successes, as each task reports. */
export async function runLoad(tasks: (() => Promise<boolean>)[], inFlight: number): Promise<LoadResult> {
  let next = 0
  const latencies: number[] = []
  let failures = 0
  const work = async () => {
    for (let task = tasks[next++]; task; task = tasks[next++]) {
      const startedAt = performance.now()
      const hasSucceeded = await task().catch(() => false)
      latencies.push(performance.now() - startedAt)
      if (!hasSucceeded) failures += 1
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: inFlight }, work))
  const seconds = (performance.now() - startedAt) / 1_000
  const count = latencies.length
  latencies.sort((a, b) => a - b)
  const quantile = (share: number) => latencies[Math.floor(count * share)] ?? 0
  const [p50Ms, p95Ms, p99Ms] = [quantile(0.5), quantile(0.95), quantile(0.99)]
  return { perSecond: (count - failures) / seconds, p50Ms, p95Ms, p99Ms, failures }
}
