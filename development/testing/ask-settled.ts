import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Asks again as `Retry-After` says for as long as the payment is being worked on: the note that an answer has gone
 * out is written just after its reader has it.
 */
export async function askSettled(url: string, headers: Record<string, string>): Promise<Response> {
  for (;;) {
    const response = await fetch(url, { headers })
    if (response.status !== 409) return response
    await response.text()
    await sleep(20)
  }
}
