import type { PaidRoute } from '@/lib/gate/resource-server/paid-route'

/** The demo's directory. All of them are invented. */
const people = [
  { id: '1', name: 'Ada Toller', role: 'Gatekeeper', joined: '2024-02-11' },
  { id: '2', name: 'Bruno Pike', role: 'Road surveyor', joined: '2024-05-30' },
  { id: '3', name: 'Chiara Voss', role: 'Bookkeeper', joined: '2025-01-07' },
  { id: '4', name: 'Dele Marsh', role: 'Bridge engineer', joined: '2025-08-19' },
]

/** $0.01 for one person of the demo's directory: a dynamic route, one catalog entry for all of them. */
export const personRoute: PaidRoute = {
  key: 'GET /api/users/[userId]',
  samplePath: `/api/users/${people[0]?.id}`,
  config: (site) => ({
    accepts: site.priced('exact', '$0.01'),
    takesBudgets: true,
    description: 'A person in the demo directory (all of them invented)',
    mimeType: 'application/json',
    extensions: {
      bazaar: {
        discoverable: true,
        outputSchema: {
          type: 'object',
          properties: {
            id: { type: 'string' },
            name: { type: 'string' },
            role: { type: 'string' },
            joined: { type: 'string' },
          },
        },
      },
    },
  }),
  handler: (_request, { params }) => {
    const person = people.find(({ id }) => id === params.userId)
    if (person) return Response.json(person)
    const detail = `No such person. The directory has ${people.map(({ id }) => id).join(', ')}. You were not charged.`
    return Response.json({ status: 404, code: 'person_unknown', detail }, { status: 404 })
  },
}

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
