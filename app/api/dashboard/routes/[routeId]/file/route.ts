import { answerProblem, privateHeaders } from '@/lib/http/answer-problem'
import { readContentLength } from '@/lib/http/read-content-length'
import { sellerActions } from '../../../../../(site)/dashboard/_server/seller-actions'

type Context = { params: Promise<{ routeId: string }> }

const statuses: Record<string, number> = {
  SIGN_IN_REQUIRED: 401,
  FOREIGN_ORIGIN: 403,
  ROUTE_NOT_FOUND: 404,
  QUOTA_REACHED: 409,
  FILE_TOO_LARGE: 413,
  UPLOADS_TOO_MANY: 429,
  STORAGE_FULL: 507,
}

/** Takes the file of a route in, as the request's body; `?name=` is what buyers save it as. */
export async function PUT(request: Request, { params }: Context): Promise<Response> {
  if (!request.body) return answerProblem(400, 'FILE_EMPTY', 'This file is empty.')
  const { routeId } = await params
  const name = new URL(request.url).searchParams.get('name') ?? ''
  const mediaType = request.headers.get('content-type')?.split(';')[0]?.trim() ?? ''
  const outcome = await sellerActions.saveFile(routeId, {
    name,
    mediaType,
    size: readContentLength(request),
    body: request.body,
  })
  if (outcome.ok) return Response.json(outcome.value, { headers: privateHeaders })
  return answerProblem(statuses[outcome.code] ?? 400, outcome.code, outcome.message)
}
