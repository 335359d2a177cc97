import { useTranslations } from 'next-intl'
import { getLocale, getTranslations } from 'next-intl/server'
import { titled } from '@/app/_site/titled'
import { running } from '@/lib/site/compose/running'
import type { Article } from '@/lib/site/demo/articles/article'
import { BoughtMark } from '@/lib/site/ui/bought-mark'
import { PageLink } from '@/lib/site/ui/page-link'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'
import { demoGoods } from '../../_server/demo-goods'
import { boughtAmong } from '../../_server/reader'
import { Picture } from './_components/picture'
import { networksInWords, priceOfArticle } from './_components/price-of-article'

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

type ArticleCardProps = { article: Article; networks: string; isBought: boolean }

function ArticleCard({ article, networks, isBought }: ArticleCardProps) {
  const t = useTranslations('articles')
  const tPrice = useTranslations('price')
  const inDigits = useLocalDigits()
  return (
    <article className="grid grid-cols-[1fr_5rem] gap-4 py-6 sm:grid-cols-[1fr_8rem] sm:gap-6">
      <div className="grid content-start gap-2">
        <h2 className="font-serif text-title font-strong">
          <PageLink
            href={`/articles/${article.slug}`}
            className="-my-1.5 inline-block py-1.5 text-ink no-underline hover:underline"
          >
            {article.title}
          </PageLink>
        </h2>
        <p className="text-quiet">{article.standfirst}</p>
        <p className="text-small">
          {isBought ? (
            <BoughtMark />
          ) : (
            <span className="figures">{inDigits(priceOfArticle(tPrice, article.price))}</span>
          )}
          <span className="text-quiet">
            {!isBought && ` · ${networks}`} · {t('minutesShort', { count: article.minutes })}
          </span>
        </p>
      </div>
      <Picture slug={article.slug} />
    </article>
  )
}
