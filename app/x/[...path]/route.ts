import { running } from '@/lib/site/compose/running'
import { showBought } from '../../_http/show-bought'
import { showUnsold } from '../../_http/show-unsold'

const answer = async (request: Request): Promise<Response> => {
  const given = await running('shop').storedRoutes.answer(request)
  return given.ok ? showBought(request, given) : showUnsold(request, given)
}

/** Next.js passes the request on unwrapped, without tracking what is read of it: a 402 costs less. */
export const dynamic = 'force-dynamic'

/** Sellers' routes: `/x/<handle>/<path>`. */
export const GET = answer
export const HEAD = answer
export const POST = answer
export const PUT = answer
export const PATCH = answer
export const DELETE = answer
export const OPTIONS = answer
