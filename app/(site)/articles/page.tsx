import type { Metadata } from 'next'
import { application } from '@/lib/compose/application'
import { demoGoods } from '../../_server/demo-goods'
import { ArticleCard } from './_components/article-card'
import { networksInWords } from './_components/price-of-article'

export const metadata: Metadata = {
  title: 'Articles',
  description: 'Essays on paying and being paid by the request, for a few cents each.',
}

export default async function ArticlesPage() {
  const { articles } = await demoGoods()
  const { site } = await application()
  return (
    <div className="grid gap-8">
      <header className="grid max-w-measure gap-4">
        <h1 className="font-serif text-display font-strong">Articles</h1>
        <p className="font-serif text-reading">
          On paying and being paid by the request. A few cents each, paid once; the wallet that paid can always open
          them again.
        </p>
      </header>
      <ul className="grid gap-x-12 border-t border-rule lg:grid-cols-2">
        {articles.all.map((article) => (
          <li key={article.slug} className="border-b border-rule">
            <ArticleCard article={article} networks={networksInWords(articles.optionsOf(article, site))} />
          </li>
        ))}
      </ul>
    </div>
  )
}
