import { protect } from '@/lib/compose/protect'

/** Next.js hands the request over as it is, instead of watching each reading of it: a 402 costs less. */
export const dynamic = 'force-dynamic'

/** Free for every wallet that signs in: no payment option, only a signature. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = protect({
  key: 'GET /api/profile',
  config: (site) => ({
    accepts: [],
    description: 'What this site knows of your wallet',
    mimeType: 'application/json',
    extensions: {
      'sign-in-with-x': { network: site.signInNetworks, statement: 'Sign in to see your profile. Nothing is paid.' },
    },
  }),
  handler: (_request, { buyer }) => Response.json({ address: buyer.kind === 'payment' ? buyer.payer : buyer.address }),
})
