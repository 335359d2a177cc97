import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

/**
 * Sends a GET on its own connection. Resolves once the request has left, with the status of its answer to come: 0
 * without a whole one. Fails when the connection does.
 */
export async function sendGet(url: string): Promise<{ status: Promise<number> }> {
  const asked = request(url, { agent: false })
  const status = once(asked, 'response').then(async ([answer]: IncomingMessage[]) => {
    await text(answer as IncomingMessage)
    return answer?.statusCode ?? 0
  })
  const known = status.catch(() => 0)
  asked.end()
  await once(asked, 'finish')
  return { status: known }
}
