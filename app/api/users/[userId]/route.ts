import { protect } from '@/lib/compose/protect'
import { findPerson, peopleIds } from '@/lib/demo/people'

/** Next.js hands the request over as it is, instead of watching each reading of it: a 402 costs less. */
export const dynamic = 'force-dynamic'

/** $0.01 for one person of the demo's directory: a dynamic route, one catalog entry for all of them. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = protect(
  'GET /api/users/[userId]',
  (shop) => ({
    accepts: shop.priced('exact', '$0.01'),
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
  (_request, { params }) => {
    const person = findPerson(params.userId ?? '')
    if (person) return Response.json(person)
    const detail = `No such person. The directory has ${peopleIds.join(', ')}. You were not charged.`
    return Response.json({ status: 404, code: 'person_unknown', detail }, { status: 404 })
  },
)
