/**
 * Sends the same request many times at once and counts the answers by status. Gives up what has no answer after
 * `patienceMs`: the stock facilitator never answers again after a nonce that it lost.
 */
export async function flood(
  copies: number,
  send: (copy: number, signal: AbortSignal) => Promise<Response>,
  patienceMs = 180_000,
): Promise<{ grants: number; statuses: Record<number, number> }> {
  const statuses: Record<number, number> = {}
  const givenUp = AbortSignal.timeout(patienceMs)
  const ask = async (_: unknown, copy: number) => {
    const response = await send(copy, givenUp)
    await response.text()
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
  }
  await Promise.all(Array.from({ length: copies }, ask)).catch((error: unknown) => {
    if (!givenUp.aborted) throw error
  })
  return { grants: statuses[200] ?? 0, statuses }
}
