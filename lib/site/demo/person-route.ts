import type { PaidRoute } from '@/lib/gate/resource-server/paid-route'
import { findPerson, peopleIds } from './people'

/** $0.01 for one person of the demo's directory: a dynamic route, one catalog entry for all of them. */
export const personRoute: PaidRoute = {
  key: 'GET /api/users/[userId]',
  samplePath: `/api/users/${peopleIds[0]}`,
  config: (site) => ({
    accepts: site.priced('exact', '$0.01'),
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
    const person = findPerson(params.userId ?? '')
    if (person) return Response.json(person)
    const detail = `No such person. The directory has ${peopleIds.join(', ')}. You were not charged.`
    return Response.json({ status: 404, code: 'person_unknown', detail }, { status: 404 })
  },
}
