import type { PaidRoute } from '@/lib/gate/resource-server/paid-route'

/** Free for every wallet that signs in: no payment option, only a signature. */
export const profileRoute: PaidRoute = {
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
}
