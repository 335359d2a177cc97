import { notFound } from '@/lib/base/http/problem'
import { LANGUAGE_COOKIE, parseLanguage } from '@/lib/site/messages/languages'

const ONE_YEAR_SECONDS = 31_536_000

/** Stores the reader's language in a cookie, and returns to the page of this site with the link. Needs no script. */
export async function GET(request: Request, { params }: RouteContext<'/language/[language]'>): Promise<Response> {
  const language = parseLanguage((await params).language)
  if (!language) return notFound()
  return new Response(null, {
    status: 303,
    headers: {
      location: pathBefore(request),
      'set-cookie': `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax`,
      'cache-control': 'private, no-store',
    },
  })
}

/** The path of the page that the reader comes from, without its host: never another site. */
function pathBefore(request: Request): string {
  const referer = request.headers.get('referer') ?? ''
  if (!URL.canParse(referer)) return '/'
  const before = new URL(referer)
  if (before.host !== request.headers.get('host')) return '/'
  // Two slashes would name a host.
  return `/${before.pathname.replace(/^\/+/, '')}${before.search}`
}
