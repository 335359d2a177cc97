import { protect } from '@/lib/compose/protect'
import { randomRoute } from '@/lib/demo/random-route'

/** Next.js hands the request over as it is, instead of watching each reading of it: a 402 costs less. */
export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = protect(randomRoute)
