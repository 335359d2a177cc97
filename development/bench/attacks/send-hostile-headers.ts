import { misspellPayment } from '@/development/testing/attacks/misspell-payment'
import { rawRequest } from '@/development/testing/raw-request'
import type { TestWorld } from '@/development/testing/test-world'
import type { Outcome, Side } from './attack'

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64')

/** Texts that break parsers, databases and big numbers, and that are no payment. */
const headers = [
  'nonsense',
  base64('null'),
  base64('[]'),
  base64('{}'),
  base64('{"x402Version":2}'),
  base64('{"x402Version":2,"accepted":null,"payload":null}'),
  base64('{"x402Version":2,"accepted":{},"payload":{}}'),
  base64('{"x402Version":2,"accepted":{"scheme":"exact","network":"eip155:84532","amount":"1e9999"},"payload":{}}'),
  base64('{"x402Version":1e400,"accepted":[],"payload":"\\u0000"}'),
  base64(`{"a":${'['.repeat(3_000)}${']'.repeat(3_000)}}`),
  base64('{"__proto__":{"x402Version":2},"constructor":{"prototype":{"isAdmin":true}}}'),
  '='.repeat(4_000),
]

/** Malformed payments, then a good one in a second spelling. */
export async function sendHostileHeaders(world: TestWorld, { target }: Side): Promise<Outcome> {
  const runsBefore = (await target.runs())['/cheap'] ?? 0
  const statuses: number[] = []
  for (const header of headers) {
    statuses.push((await rawRequest(target.origin, '/cheap', { headers: { 'PAYMENT-SIGNATURE': header } })).status)
  }
  const runs = ((await target.runs())['/cheap'] ?? 0) - runsBefore
  const spelled = await misspellPayment(world, target)
  const failed = statuses.filter((status) => status >= 500).length
  return {
    leaked: statuses.filter((status) => status === 200).length,
    unpaidRuns: runs,
    charged: spelled === 200 ? 1_000n : 0n,
    lost: 0n,
    said: `${failed} of ${headers.length} malformed ones answered 5xx; a second spelling of a payment ${spelled === 200 ? 'taken' : `refused with ${spelled}`}`,
  }
}
