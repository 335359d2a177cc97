import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { type ServedFetch, serveFetch } from '@/development/testing/serve-fetch'

const eventSchema = z.object({
  type: z.string(),
  payment: z.object({ paymentId: z.string(), status: z.string(), amountAtomic: z.string().nullable() }).passthrough(),
})

export type WebhookReceiver = ServedFetch & {
  /** The key that events are signed with, once it is known. */
  setKey: (key: string) => void
  /** The received events, by id; repeats must be equal. */
  events: Map<string, z.infer<typeof eventSchema>>
  /** From now on nothing is refused. */
  acceptAll: () => void
  /** Events without a valid signature, or that differ when they are repeated. */
  faults: string[]
}

/** How often one event is refused: its third attempt is 40 seconds later. */
const MOST_REFUSALS = 2

/** A seller's server that receives webhooks. Refuses every seventh call, so that deliveries have to be repeated. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const events: WebhookReceiver['events'] = new Map()
  const faults: string[] = []
  const bodies = new Map<string, string>()
  let key = ''
  const refusals = new Map<string, number>()
  let isRefusing = true
  let calls = 0
  const served = await serveFetch(async (request) => {
    calls += 1
    const eventId = request.headers.get('turnpike-event-id') ?? ''
    const refused = refusals.get(eventId) ?? 0
    if (isRefusing && calls % 7 === 0 && refused < MOST_REFUSALS) {
      refusals.set(eventId, refused + 1)
      return new Response(null, { status: 503 })
    }
    const body = await request.text()
    if (!isSigned(key, body, request.headers.get('turnpike-signature') ?? '')) faults.push(`not signed: ${eventId}`)
    if ((bodies.get(eventId) ?? body) !== body) faults.push(`told in two ways: ${eventId}`)
    bodies.set(eventId, body)
    events.set(eventId, eventSchema.parse(JSON.parse(body)))
    return new Response(null, { status: 204 })
  })
  return {
    ...served,
    setKey: (given) => void (key = given),
    acceptAll: () => void (isRefusing = false),
    events,
    faults,
  }
}

function isSigned(key: string, body: string, header: string): boolean {
  const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? []
  return signature === createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')
}
