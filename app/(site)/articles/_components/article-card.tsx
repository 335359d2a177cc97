import { useTranslations } from 'next-intl'
import type { Article } from '@/lib/site/demo/articles/article'
import { BoughtMark } from '@/lib/site/ui/bought-mark'
import { PageLink } from '@/lib/site/ui/page-link'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'
import { Picture } from './picture'
import { priceOfArticle } from './price-of-article'

type ArticleCardProps = { article: Article; networks: string; isBought: boolean }

export function ArticleCard({ article, networks, isBought }: ArticleCardProps) {
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
