import { getTranslations } from 'next-intl/server'
import { act } from '@/app/(site)/dashboard/_server/dashboard'
import { answerProblem, privateHeaders } from '@/lib/base/http/problem'
import { readContentLength } from '@/lib/base/http/read-body'

export async function POST(request: Request): Promise<Response> {
  if (!request.body) return answerProblem('FILE_EMPTY', (await getTranslations('sentences'))('fileEmpty'))
  const outcome = await act('saveImage', {}, { size: readContentLength(request), stream: request.body })
  if (outcome.ok) return Response.json(outcome.value, { status: 201, headers: privateHeaders })
  return answerProblem(outcome.code, outcome.message)
}
