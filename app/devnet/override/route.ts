import { protect } from '@/lib/site/compose/demo-route'
import { onDevnet } from '../_server/on-devnet'

/** For tests of settlement overrides: authorises at most $0.10 and charges exactly the string in `amount`. */
const route = protect({
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

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = onDevnet(route)
