import { answerUpload } from '../answer-upload'

/** Makes articles of an export; the query as of the API's `PUT /imports`. */
export function PUT(request: Request): Promise<Response> {
  const given = (name: string) => new URL(request.url).searchParams.get(name) ?? ''
  const act = given('act') as 'look' // The operation refuses another word.
  const query = { act, dollars: given('dollars'), origin: given('origin'), from: Number(given('from')) }
  return answerUpload(request, 'importPosts', query)
}
