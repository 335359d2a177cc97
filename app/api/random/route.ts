import { demoRoute } from '@/lib/site/compose/demo-route'

/** Next.js hands the request over as it is, instead of watching each reading of it: a 402 costs less. */
export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = demoRoute('GET /api/random')
