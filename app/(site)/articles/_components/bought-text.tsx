import { renderArticleText } from '@/lib/articles/article-document'
import { readArticleText } from '@/lib/articles/read-article-text'
import { TollBar } from '@/lib/ui/toll-bar'

/** The paid text, for a reader whose session may open it. It is ours and reviewed, as the document that is sold. */
export async function BoughtText({ slug }: { slug: string }) {
  const html = renderArticleText(await readArticleText(slug))
  return (
    <section aria-label="The rest of this article" className="grid gap-8">
      <p className="flex items-center gap-3 border-t-2 border-ink pt-6 font-strong">
        <TollBar isLifted />
        Bought
      </p>
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  )
}
