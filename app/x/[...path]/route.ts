import { running } from '@/lib/site/compose/running'
import { showBought } from '../../_http/show-bought'
import { showUnsold } from '../../_http/show-unsold'

const answer = async (request: Request): Promise<Response> => {
  const given = await running('shop').storedRoutes.answer(request)
  return given.ok ? showBought(request, given) : showUnsold(request, given)
}

/** Next.js hands the request over as it is, instead of watching each reading of it: a 402 costs less. */
export const dynamic = 'force-dynamic'

/** Everything that sellers have made: `/x/<handle>/<path>`. */
export const GET = answer
export const HEAD = answer
export const POST = answer
export const PUT = answer
export const PATCH = answer
export const DELETE = answer
export const OPTIONS = answer
