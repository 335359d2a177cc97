import { answerProblem } from '@/lib/base/http/answer-problem'
import { application } from '@/lib/site/compose/running'

/** What can be bought here, with prices; with `?shop=<name>`, of that shop alone. */
export async function GET(request: Request): Promise<Response> {
  const { paidDocument } = await application()
  const document = await paidDocument(new URL(request.url).searchParams.get('shop'))
  if (document === null) return answerProblem('SHOP_NOT_FOUND', 'No shop has that name.')
  const headers = { 'content-type': 'application/json', 'access-control-allow-origin': '*' }
  return new Response(document, { headers: { ...headers, 'cache-control': 'public, max-age=60' } })
}
