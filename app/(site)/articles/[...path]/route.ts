import { answerGoods, answerPage } from '@/app/_server/answer-goods'
import { answerXml, feedItem, writeRss } from '@/app/_server/rss'
import { ownArticles, siteFacts } from '@/app/_server/site-facts'
import { methodNotAllowed, notFound } from '@/lib/base/http/problem'
import { demoRoute } from '@/lib/site/compose/demo-route'
import { running } from '@/lib/site/compose/running'

/** Next.js passes the request on unwrapped, without tracking what is read of it: a 402 costs less. */
export const dynamic = 'force-dynamic'

const PAGE = /^\/articles\/([^/]+?)(\.md)?$/

/** The site's own articles, by the functions for those of shops: sold at `<slug>/full`, with a page at `<slug>`. */
async function answer(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  if (pathname === '/articles/feed.xml') return feed()
  if (!PAGE.test(pathname)) return searchParams.has('sections') ? ask(request) : answerGoods(request, ask)
  if (!['GET', 'HEAD'].includes(request.method)) return methodNotAllowed(['GET', 'HEAD'])
  return answerPage(request, pathname.replace(PAGE, '/articles/$1/full$2'), ask)
}

export const GET = answer
export const HEAD = answer
export const POST = answer
export const PUT = answer
export const PATCH = answer
export const DELETE = answer
export const OPTIONS = answer

type Route = ReturnType<typeof demoRoute>
const gated = new Map<string, Route>()

/** Only existing articles are kept, so that requests for others fill nothing. */
async function ask(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (!running('site').goods?.articles.at(pathname)) return notFound()
  const route = gated.get(pathname) ?? demoRoute(`GET ${pathname}`)
  gated.set(pathname, route)
  return route[request.method as keyof Route](request) // Next.js calls this file with no other method.
}

function feed(): Response {
  const { origin, name, isDemo } = siteFacts()
  if (!isDemo) return notFound()
  const [link, description] = [`${origin}/articles`, `The articles of ${name}.`]
  const items = ownArticles().map((each) => {
    return feedItem({ ...each, description: '', markdown: `${each.resourceUri}.md` })
  })
  const text = writeRss({ title: name, link, self: `${link}/feed.xml`, description, items })
  return answerXml(text, 'application/rss+xml')
}
