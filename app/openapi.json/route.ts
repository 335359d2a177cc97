import { answerProblem } from '@/lib/base/http/problem'
import { running } from '@/lib/site/compose/running'

/** Everything sold here, with prices; with `?shop=<name>`, only by that shop. */
export async function GET(request: Request): Promise<Response> {
  const { paidDocument } = running('site')
  const document = await paidDocument(new URL(request.url).searchParams.get('shop'))
  if (document === null) return answerProblem('SHOP_NOT_FOUND', 'No shop has that name.')
  const headers = { 'content-type': 'application/json', 'access-control-allow-origin': '*' }
  return new Response(document, { headers: { ...headers, 'cache-control': 'public, max-age=60' } })
}
