import { h } from 'hastscript'
import type { Database } from '@/lib/infra/database'
import { parseMarkdown } from '@/lib/markdown/parse-markdown'
import { writeDocument } from '@/lib/markdown/write-document'

const STYLES = `body{margin:0 auto;padding:2rem 1rem 4rem;max-width:42rem;font:1.125rem/1.6 Georgia,serif;color:#1c1b1a;
background:#fdfcfa;overflow-wrap:break-word}h1,h2,h3{line-height:1.25}pre{overflow-x:auto;padding:1rem;background:#f1efea}
code{font-size:.9em}a{color:#1f4e79}table{display:block;overflow-x:auto;border-collapse:collapse}
th,td{padding:.5rem 1rem .5rem 0;border-bottom:1px solid #cfcac1;text-align:start;vertical-align:top}
@media (prefers-color-scheme:dark){body{color:#e8e6e1;background:#171615}pre{background:#242220}a{color:#8fbbe8}
th,td{border-color:#4a4642}}`

/** The bought text: a document of its own, or Markdown where the route says so. */
export async function produceArticle(
  database: Database,
  { routeId, mimeType }: { routeId: string; mimeType: string },
): Promise<Response> {
  const { body, route } = await database.routeArticle.findUniqueOrThrow({
    where: { routeId },
    select: { body: true, route: { select: { title: true } } },
  })
  if (mimeType !== 'text/html') return new Response(body, { headers: { 'content-type': `${mimeType}; charset=utf-8` } })
  const main = h('main', h('h1', route.title), parseMarkdown(body))
  const html = writeDocument({ title: route.title, styles: STYLES, body: [main] })
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}
