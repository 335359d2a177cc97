import { getLocale, getTranslations } from 'next-intl/server'
import { titled } from '@/app/_site/titled'
import { running } from '@/lib/site/compose/running'
import { demoGoods } from '../../_server/demo-goods'
import { boughtAmong } from '../../_server/reader'
import { ArticleCard } from './_components/article-card'
import { networksInWords } from './_components/price-of-article'

export const generateMetadata = titled('articles.title', {}, 'articles.description')

export default async function ArticlesPage() {
  const t = await getTranslations('articles')
  const locale = await getLocale()
  const { articles } = await demoGoods()
  const { site } = running('site')
  const pathOf = (slug: string) => `/articles/${slug}/full`
  const bought = await boughtAmong(articles.all.map(({ slug }) => pathOf(slug)))
  return (
    <div className="grid gap-8">
      <header className="grid max-w-measure gap-4">
        <h1 className="font-serif text-display font-strong">{t('title')}</h1>
        <p className="font-serif text-reading">{t('about')}</p>
      </header>
      <ul className="grid gap-x-12 border-t border-rule lg:grid-cols-2">
        {articles.all.map((article) => (
          <li key={article.slug} className="border-b border-rule">
            <ArticleCard
              article={article}
              networks={networksInWords(locale, articles.optionsOf(article, site))}
              isBought={bought.has(pathOf(article.slug))}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
