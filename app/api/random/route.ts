import { demoRoute } from '@/lib/site/compose/demo-route'

/** Next.js passes the request on unwrapped, without tracking what is read of it: a 402 costs less. */
export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = demoRoute('GET /api/random')
