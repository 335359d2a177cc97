import { demoRoute } from '@/lib/site/compose/demo-route'
import { running } from '@/lib/site/compose/running'

/** Next.js passes the request on unwrapped, without tracking what is read of it: a 402 costs less. */
export const dynamic = 'force-dynamic'

type Route = ReturnType<typeof demoRoute>
const gated = new Map<string, Route>()

const answer =
  (method: keyof Route) =>
  async (request: Request, { params }: RouteContext<'/articles/[slug]/full'>): Promise<Response> => {
    const { slug } = await params
    const article = gated.get(slug) ?? (await findArticle(slug))
    if (article) return article[method](request)
    return Response.json({ status: 404, code: 'article_unknown', detail: 'There is no such article.' }, { status: 404 })
  }

/** Only existing articles are cached, so that requests for others fill nothing. */
async function findArticle(slug: string): Promise<Route | null> {
  if (!running('site').goods?.articles.find(slug)) return null
  const route = demoRoute(`GET /articles/${slug}/full`)
  gated.set(slug, route)
  return route
}

export const GET = answer('GET')
export const HEAD = answer('HEAD')
export const POST = answer('POST')
export const PUT = answer('PUT')
export const PATCH = answer('PATCH')
export const DELETE = answer('DELETE')
export const OPTIONS = answer('OPTIONS')
