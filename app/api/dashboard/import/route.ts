import { act } from '@/app/(site)/dashboard/_server/dashboard'
import { answerProblem, privateHeaders } from '@/lib/base/http/problem'
import { readContentLength } from '@/lib/base/http/read-body'

/** Makes articles of an export, which is the request's body; the query as of the API's `PUT /imports`. */
export async function PUT(request: Request): Promise<Response> {
  if (!request.body) return answerProblem('FILE_EMPTY', 'This file is empty.')
  const given = (name: string) => new URL(request.url).searchParams.get(name) ?? ''
  const query = {
    act: given('act') as 'look', // The operation refuses another word.
    dollars: given('dollars'),
    origin: given('origin'),
    from: Number(given('from')),
  }
  const file = { mediaType: '', size: readContentLength(request), stream: request.body }
  const outcome = await act('importPosts', query, file)
  if (outcome.ok) return Response.json(outcome.value, { headers: privateHeaders })
  return answerProblem(outcome.code, Object.values(outcome.fields)[0] ?? outcome.message)
}
