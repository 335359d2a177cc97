import { getTranslations } from 'next-intl/server'
import { act } from '@/app/(site)/dashboard/_server/dashboard'
import { answerProblem, privateHeaders } from '@/lib/base/http/problem'
import { readContentLength } from '@/lib/base/http/read-body'
import type { OperationName, ParametersOf } from '@/lib/shop/api/operations'

/** Answers a page's script that sends a file, the request's body, to an operation of the seller's API. */
export async function answerUpload<Name extends OperationName>(
  request: Request,
  name: Name,
  parameters: ParametersOf<Name>,
  status = 200,
): Promise<Response> {
  if (!request.body) return answerProblem('FILE_EMPTY', (await getTranslations('sentences'))('fileEmpty'))
  const mediaType = request.headers.get('content-type') ?? ''
  const file = { mediaType, size: readContentLength(request), stream: request.body }
  const outcome = await act(name, parameters, file)
  if (!outcome.ok) return answerProblem(outcome.code, outcome.message)
  return Response.json(outcome.value, { status, headers: privateHeaders })
}
