import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { titled } from '@/app/_components/titled'
import { priceInWords } from '@/app/_server/price-in-words'
import type { Article } from '@/lib/site/demo/articles/articles'
import { useLocalDigits } from '@/lib/site/ui/amount'
import { BoughtMark } from '@/lib/site/ui/toll-bar'
import { demoGoods } from '../../_server/demo-goods'
import { boughtAmong } from '../../_server/reader'
import { siteFacts } from '../../_server/site-facts'
import { Page } from '../_components/page'

export const generateMetadata = titled('articles.title', {}, 'articles.description')

export default async function ArticlesPage() {
  const t = await getTranslations('articles')
  const { articles } = await demoGoods()
  const seller = siteFacts()
  const pathOf = ({ slug }: Article) => `/articles/${slug}/full`
  const bought = await boughtAmong(articles.all.map(pathOf))
  return (
    <Page title={t('title')} intro={t('about')}>
      <ul className="grid gap-x-12 border-t border-rule lg:grid-cols-2">
        {articles.all.map((article) => (
          <li key={article.slug} className="border-b border-rule">
            <ArticleCard
              article={article}
              price={articles.onSale(article, seller)}
              isBought={bought.has(pathOf(article))}
            />
          </li>
        ))}
      </ul>
    </Page>
  )
}

type ArticleCardProps = { article: Article; price: Parameters<typeof priceInWords>[0]; isBought: boolean }

function ArticleCard({ article: { slug, title, standfirst, minutes }, price, isBought }: ArticleCardProps) {
  const t = useTranslations('articles')
  const tPrice = useTranslations('price')
  const inDigits = useLocalDigits()
  return (
    <article className="grid grid-cols-[1fr_5rem] gap-4 py-6 sm:grid-cols-[1fr_8rem] sm:gap-6">
      <div className="grid content-start gap-2">
        <h2 className="font-serif text-title font-strong">
          <a href={`/articles/${slug}`} className="-my-1.5 inline-block py-1.5 text-ink no-underline hover:underline">
            {title}
          </a>
        </h2>
        <p className="text-quiet">{standfirst}</p>
        <p className="text-small">
          {isBought ? <BoughtMark /> : <span className="figures">{inDigits(priceInWords(price, tPrice))}</span>}
          <span className="text-quiet"> · {t('minutesShort', { count: minutes })}</span>
        </p>
      </div>
      <svg viewBox="0 0 320 200" aria-hidden className="block h-auto w-full self-start bg-shade">
        <use href={`/drawings.svg#${slug}`} />
      </svg>
    </article>
  )
}
