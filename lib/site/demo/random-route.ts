import { randomInt } from 'node:crypto'
import type { PaidRoute } from '@/lib/gate/resource-server/paid-route'

/** The largest random number. */
const MAXIMUM = 1_000_000

/** A random number for $0.0001: so cheap that paying each call on chain would cost more than the call. */
export const randomRoute: PaidRoute = {
  key: 'GET /api/random',
  config: (site) => ({
    accepts: [...site.priced('exact', '$0.0001'), ...site.priced('batch-settlement', '$0.0001')],
    description: `A random whole number from 0 to ${MAXIMUM.toLocaleString('en')}, by the system's own generator`,
    mimeType: 'application/json',
    extensions: {
      bazaar: {
        discoverable: true,
        input: {},
        inputSchema: { queryParams: {} },
        outputSchema: { type: 'object', properties: { number: { type: 'integer' }, maximum: { type: 'integer' } } },
      },
    },
  }),
  handler: () => Response.json({ number: randomInt(MAXIMUM + 1), maximum: MAXIMUM }),
}
