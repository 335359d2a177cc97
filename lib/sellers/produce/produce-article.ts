import type { Database } from '@/lib/infra/database'
import { escapeHtml, renderMarkdown } from '../render-markdown'

const style = `body{margin:0 auto;padding:2rem 1rem 4rem;max-width:42rem;font:1.125rem/1.6 Georgia,serif;color:#1c1b1a;
background:#fdfcfa}h1,h2,h3{line-height:1.25}pre{overflow-x:auto;padding:1rem;background:#f1efea}code{font-size:.9em}
a{color:#1f4e79}@media (prefers-color-scheme:dark){body{color:#e8e6e1;background:#171615}pre{background:#242220}a{color:#8fbbe8}}`

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
  const title = escapeHtml(route.title)
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${renderMarkdown(body)}
</main>
</body>
</html>
`
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}
