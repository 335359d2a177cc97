import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import autocannon from 'autocannon'
import { z } from 'zod'

/**
 * Sends invalid payments from a process of its own: what the file ATTACK_FILE says for ATTACK_SECONDS. Prints a line of JSON at
 * the first answer; at the end writes what was answered how often beside that file.
 */
const planSchema = z.object({
  connections: z.number(),
  targets: z.array(
    z.object({
      url: z.string(),
      /** Payment payloads, sent in turn. */
      payloads: z.array(z.record(z.string(), z.unknown())),
      /** In the header of a paid request, or in the body of verify. */
      place: z.enum(['header', 'body']),
      /** Whether each is sent with an invalid signature. */
      isForging: z.boolean(),
    }),
  ),
})

const file = process.env.ATTACK_FILE ?? ''
const { connections, targets } = planSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
const duration = Number(process.env.ATTACK_SECONDS)

type Payload = Record<string, unknown>
type Target = (typeof targets)[number]

/** A signature in the form of a key's; it belongs to some other address than the payer's. */
function forge(payload: Payload): Payload {
  const signature = `0x${randomBytes(32).toString('hex')}1${randomBytes(32).toString('hex').slice(1)}1b`
  return { ...payload, payload: { ...(payload.payload as Payload), signature } }
}

function requestsOf({ payloads, place, isForging }: Target): autocannon.Request[] {
  return payloads.map((payload) => {
    const sent = isForging ? forge(payload) : payload
    if (place === 'header') {
      const header = Buffer.from(JSON.stringify(sent)).toString('base64')
      return { method: 'GET', headers: { 'PAYMENT-SIGNATURE': header } }
    }
    const body = JSON.stringify({ x402Version: 2, paymentPayload: sent, paymentRequirements: sent.accepted })
    return { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  })
}

let hasStarted = false
function tellOfStart(): void {
  if (!hasStarted) console.log(JSON.stringify({ state: 'started' }))
  hasStarted = true
}

const runs = targets.map(async (target) => {
  const requests = requestsOf(target)
  const result = await autocannon({
    url: target.url,
    connections: Math.ceil(connections / targets.length),
    duration,
    timeout: 30,
    setupClient(client) {
      // Each begins elsewhere, so that no two send the same payment at once.
      const start = Math.floor(Math.random() * requests.length)
      client.setRequests([...requests.slice(start), ...requests.slice(0, start)])
      client.once('response', tellOfStart)
    },
  })
  const statuses = Object.entries(result.statusCodeStats ?? {}).map(([status, { count }]) => `${status}: ${count}`)
  return `${(result.requests.total / result.duration).toFixed(0)}/s to ${new URL(target.url).pathname} (${statuses.join(', ')})`
})
writeFileSync(`${file}.summary`, (await Promise.all(runs)).join('\n'))
