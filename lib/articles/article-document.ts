import { marked } from 'marked'
import type { Article } from './article'

/** The paid text as HTML. It is ours and reviewed, so Markdown's own HTML passes through. */
export function renderArticleText(text: string): string {
  return marked.parse(text, { async: false, gfm: true })
}

type DocumentInput = {
  article: Article
  /** The bought part, as HTML. */
  text: string
  /** Style sheets of the site, to stand in the document: it lives outside the build and knows no file names. */
  styles: string
}

const preloadedFaces = ['literata-latin-400-normal', 'literata-latin-600-normal']
  .map((face) => `<link rel="preload" href="/fonts/${face}.woff2" as="font" type="font/woff2" crossorigin>`)
  .join('\n')

/** The bought article as a document of its own, for whoever opens the paid URL. */
export function articleDocument({ article, text, styles }: DocumentInput): string {
  const title = escapeHtml(article.title)
  const opening = article.opening.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Turnpike</title>
${preloadedFaces}
<style>
${styles}
body { margin: 0; background: var(--paper); }
.bought { margin: 0 auto; padding: 2rem 1rem 4rem; }
</style>
</head>
<body>
<main class="bought prose">
<p><a href="/articles">All articles</a></p>
<article>
<h1>${title}</h1>
${opening}
<div id="bought-text">
${text}
</div>
</article>
</main>
</body>
</html>
`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character)
}
