import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Repeats a request as `Retry-After` says while the payment is being worked on: the delivery is recorded just after the
 * reader has the answer.
 */
export async function askSettled(url: string, headers: Record<string, string>): Promise<Response> {
  for (;;) {
    const response = await fetch(url, { headers })
    if (response.status !== 409) return response
    await response.text()
    await sleep(20)
  }
}
