import { siteFacts } from '../_server/site-facts'

export const dynamic = 'force-dynamic'

/** Closed to crawlers is only what is private: pages behind a sign-in, and interfaces with keys or sessions. Paid addresses and tools are open to catalogs. */
const closed = [
  '/dashboard',
  '/library',
  '/api/v1/',
  '/api/session',
  '/api/dashboard/',
  '/api/rpc/',
  '/api/mail',
  '/api/receipts',
  '/checkout',
  '/devnet/',
]

export async function GET(): Promise<Response> {
  const { origin } = siteFacts()
  const lines = [
    '# Articles of shops at /x/<shop>/<path> are Markdown at the same address with .md, and pages at /shop/<shop>/<path>.',
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
