import { siteFacts } from '../_server/site-facts'

export const dynamic = 'force-dynamic'

/** Paths that crawlers need not read: pages behind a sign-in, and interfaces for programs. */
const closed = ['/dashboard', '/library', '/api/', '/mcp', '/checkout', '/devnet/']

export async function GET(): Promise<Response> {
  const { origin } = siteFacts()
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=300' },
  })
}
