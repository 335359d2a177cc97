import { articleRoute } from '@/lib/articles/article-route'
import { articles } from '@/lib/articles/articles'
import { protect } from '@/lib/compose/protect'

/** Next.js hands the request over as it is, instead of watching each reading of it: a 402 costs less. */
export const dynamic = 'force-dynamic'

const gated = new Map(articles.map((article) => [article.slug, protect(articleRoute(article))]))

type Method = keyof NonNullable<ReturnType<(typeof gated)['get']>>
type Context = { params: Promise<{ slug: string }> }

const answer =
  (method: Method) =>
  async (request: Request, { params }: Context): Promise<Response> => {
    const article = gated.get((await params).slug)
    if (article) return article[method](request)
    return Response.json({ status: 404, code: 'article_unknown', detail: 'There is no such article.' }, { status: 404 })
  }

export const GET = answer('GET')
export const HEAD = answer('HEAD')
export const POST = answer('POST')
export const PUT = answer('PUT')
export const PATCH = answer('PATCH')
export const DELETE = answer('DELETE')
export const OPTIONS = answer('OPTIONS')
