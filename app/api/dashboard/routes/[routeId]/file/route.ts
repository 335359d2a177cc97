import { act } from '@/app/(site)/dashboard/_server/dashboard'
import { answerProblem, privateHeaders } from '@/lib/base/http/problem'
import { readContentLength } from '@/lib/base/http/read-body'

/** Stores the file of a route, from the request's body; `?name=` is the name for buyers. */
export async function PUT(
  request: Request,
  { params }: RouteContext<'/api/dashboard/routes/[routeId]/file'>,
): Promise<Response> {
  if (!request.body) return answerProblem('FILE_EMPTY', 'This file is empty.')
  const { routeId } = await params
  const name = new URL(request.url).searchParams.get('name') ?? ''
  const mediaType = request.headers.get('content-type') ?? ''
  const file = { mediaType, size: readContentLength(request), stream: request.body }
  const outcome = await act('saveFile', { routeId, name }, file)
  if (outcome.ok) return Response.json(outcome.value, { headers: privateHeaders })
  return answerProblem(outcome.code, outcome.message)
}
