import autocannon from 'autocannon'

/** 402 challenges per second; fails when anything else is answered. */
export async function loadChallenge(url: string, seconds: number, connections = 20): Promise<number> {
  const result = await autocannon({ url, connections, duration: seconds, timeout: 300 })
  const statuses = Object.keys(result.statusCodeStats ?? {})
  if (result.errors > 0 || statuses.some((status) => status !== '402')) {
    throw new Error(`${url}: expected 402 and nothing else; got ${statuses.join(', ')}, ${result.errors} errors.`)
  }
  return result.requests.total / result.duration
}
