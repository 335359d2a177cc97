import type { FetchAnswer } from '@/lib/base/http/fetch-answer'
import type { PlainRoutes } from '@/lib/base/http/find-plain-route'
import { notFound } from '@/lib/base/http/problem'
import { protect } from '@/lib/site/compose/demo-route'
import { running } from '@/lib/site/compose/running'

const inDemo =
  (answer: FetchAnswer): FetchAnswer =>
  async (request) =>
    running('site').env.isDemo ? answer(request) : notFound()

/** For tests of settlement overrides: authorises at most $0.10 and charges exactly the string in `amount`. */
const override = protect({
  key: 'GET /devnet/override',
  config: (site) => ({
    accepts: site.priced('upto', '$0.10'),
    description: 'Charges the settlement override given in ?amount= (local networks only)',
    mimeType: 'application/json',
    query: ['amount'],
  }),
  handler: (request, { meter }) => {
    const amount = new URL(request.url).searchParams.get('amount')
    if (amount === null) {
      const detail = 'Expected ?amount= with atomic units, a percent or dollars. You were not charged.'
      return Response.json({ status: 400, code: 'amount_missing', detail }, { status: 400 })
    }
    meter.setAmount(amount)
    return Response.json({ charged: meter.total().toString() })
  },
})

/** Addresses of the local networks; outside the demo they answer 404. */
export const devnetRoutes: PlainRoutes = {
  /** Gives test USDC, gas and the token account: `POST {"network","address","amount"?}`. */
  '/devnet/faucet': {
    POST: inDemo(async (request) => {
      const { answerFaucetOrder } = await import('@/lib/site/chain-access/answer-faucet-order')
      return answerFaucetOrder(running('site').env.rpcUrls, request)
    }),
  },
  '/devnet/override': Object.fromEntries(Object.entries(override).map(([method, answer]) => [method, inDemo(answer)])),
  /** How often handlers behind the gate have run in this process, for tests. */
  '/devnet/runs': { GET: inDemo(async () => Response.json({ runs: running('site').counters.handlerRuns })) },
}
