import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Sends the same request many times at once and counts the answers by status. With `isProven`, gives up open requests
 * as soon as that is true: the stock facilitator never answers again after a nonce that it lost.
 */
export async function flood(
  copies: number,
  send: (copy: number, signal: AbortSignal) => Promise<Response>,
  isProven?: () => Promise<boolean>,
): Promise<{ grants: number; statuses: Record<number, number> }> {
  const statuses: Record<number, number> = {}
  const givenUp = new AbortController()
  const answered = Promise.all(
    Array.from({ length: copies }, async (_, copy) => {
      const response = await send(copy, givenUp.signal)
      await response.text()
      statuses[response.status] = (statuses[response.status] ?? 0) + 1
    }),
  )
  if (isProven) {
    const isAnswered = answered.then(() => true)
    while (!(await Promise.race([isAnswered, isProven()]))) await sleep(20)
    givenUp.abort()
  }
  await answered.catch((error: unknown) => {
    if (!givenUp.signal.aborted) throw error
  })
  return { grants: statuses[200] ?? 0, statuses }
}
