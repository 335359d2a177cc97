import { z } from 'zod'
import { USUAL_MOST_UNPAID } from '@/lib/base/x402/payment-option'
import type { PaidRoute } from '@/lib/gate/resource-server/paid-route'

const LARGEST_START = 1_000_000_000
const MOST = 100_000

/** How many primes come at once, at STEP_PRICE. */
const PRIMES_AT_ONCE = 10
const STEP_PRICE = '$0.0001'

const querySchema = z.object({
  from: z.coerce.number().int().min(0).max(LARGEST_START).default(0),
  count: z.coerce.number().int().min(1).max(MOST).default(100),
})

/**
 * Prime numbers as a stream of events, ten for $0.0001: content whose price is known only once it has been sent. One
 * signature pays for a hundred primes out of a channel, and for two hundred on credit.
 */
export const primesRoute: PaidRoute = {
  key: 'GET /api/primes',
  config: (site) => ({
    accepts: [...site.priced('batch-settlement', '$0.001'), ...site.priced('upto', '$0.01')],
    isStreaming: true,
    streamsOnCredit: { mostUnpaid: USUAL_MOST_UNPAID },
    query: ['from', 'count'],
    description: `Prime numbers as they are found, as a stream of events; ${STEP_PRICE} for ten`,
    mimeType: 'text/event-stream',
    extensions: {
      bazaar: {
        discoverable: true,
        input: { from: '0', count: '100' },
        inputSchema: {
          queryParams: {
            from: { type: 'string', description: `The number to begin at, at most ${LARGEST_START}` },
            count: { type: 'string', description: `How many primes, at most ${MOST}; 100 when left out` },
          },
        },
      },
    },
  }),
  handler: (request, { meter }) => {
    const query = querySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams))
    if (!query.success) {
      const detail = `Expected from (0 to ${LARGEST_START}) and count (1 to ${MOST}). You were not charged.`
      return Response.json({ status: 400, code: 'query_invalid', detail }, { status: 400 })
    }
    return new Response(sendPrimes(query.data, meter), { headers: { 'Content-Type': 'text/event-stream' } })
  },
}

function sendPrimes(
  { from, count }: z.infer<typeof querySchema>,
  meter: { charge: (amount: string) => void },
): ReadableStream<Uint8Array> {
  let next = from
  let left = count
  return new ReadableStream(
    {
      pull(controller) {
        if (left === 0) return controller.close()
        const primes: number[] = []
        while (primes.length < Math.min(PRIMES_AT_ONCE, left)) {
          if (isPrime(next)) primes.push(next)
          next += 1
        }
        left -= primes.length
        meter.charge(STEP_PRICE)
        controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(primes)}\n\n`))
      },
    },
    { highWaterMark: 0 },
  )
}

function isPrime(number: number): boolean {
  if (number < 2) return false
  for (const small of [2, 3]) if (number % small === 0) return number === small
  for (let divisor = 5; divisor * divisor <= number; divisor += 6) {
    if (number % divisor === 0 || number % (divisor + 2) === 0) return false
  }
  return true
}
