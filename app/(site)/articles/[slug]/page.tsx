import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { preload } from 'react-dom'
import { PurchaseArea } from '@/app/_checkout/purchase-area'
import { demoGoods } from '@/app/_server/demo-goods'
import { ownTermsOf } from '@/app/_server/payment-terms'
import { mayOpen } from '@/app/_server/reader'
import { hasFaucet, payeeName, siteFacts } from '@/app/_server/site-facts'
import { atChannelCheckout, ClientMessages } from '@/app/_site/client-messages'
import { MissingPage, missingMetadata } from '@/app/_site/missing-page'
import { articleData, StructuredData } from '@/app/_site/structured-data'
import type { TextFacts } from '@/lib/base/markdown/text-facts'
import { running } from '@/lib/site/compose/running'
import { accessInWords } from '@/lib/site/ui/access'
import { besideReceipt } from '@/lib/site/ui/beside-receipt'
import { Link } from '@/lib/site/ui/link'
import { forProgramsInWords } from '@/lib/site/ui/option-price'
import { PayBar } from '@/lib/site/ui/pay-bar'
import type { ReceiptLine } from '@/lib/site/ui/receipt'
import { ArticleCheckout } from '../_components/article-checkout'
import { ArticleCommands } from '../_components/article-commands'
import { ArticleRest } from '../_components/article-rest'
import { BoughtText } from '../_components/bought-text'
import { Contents } from '../_components/contents'
import { Picture } from '../_components/picture'
import { amountOfArticle } from '../_components/price-of-article'
import { boughtSections } from '../_server/bought-sections'

type Props = { params: Promise<{ slug: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const article = (await demoGoods()).articles.find((await params).slug)
  if (!article) return missingMetadata()
  const { title, standfirst: description, slug } = article
  return {
    title,
    description,
    alternates: { canonical: `/articles/${slug}` },
    openGraph: {
      title,
      description,
      url: `/articles/${slug}`,
      type: 'article',
    },
  }
}

export default async function ArticlePage({ params }: Props) {
  const [t, tTerms] = await Promise.all([getTranslations('articles'), getTranslations('terms')])
  const { articles } = await demoGoods()
  const article = articles.find((await params).slug)
  if (!article) return <MissingPage />
  preload('/fonts/literata-latin-400-normal.woff2', { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  const { origin, name } = siteFacts()
  const { site } = running('site')
  const options = articles.optionsOf(article, site)
  const full = `/articles/${article.slug}/full`
  const [isOpen, facts] = [await mayOpen(full), await articles.factsOf(article.slug)]
  const sections = isOpen ? null : await boughtSections(article)
  return (
    <article className={besideReceipt.page}>
      <StructuredData
        data={articleData({
          title: article.title,
          description: article.standfirst,
          url: `${origin}/articles/${article.slug}`,
          seller: name,
          minutes: article.minutes,
          publishedAt: articles.publishedAt,
          dollars: article.price.kind === 'metered' ? article.price.maximumDollars : article.price.dollars,
        })}
      />
      <div className={besideReceipt.text}>
        <header className="grid gap-4">
          <p>
            <Link href="/articles" className="inline-flex min-h-11 items-center">
              {t('all')}
            </Link>
          </p>
          <h1 className="font-serif text-display font-strong" dir="auto">
            {article.title}
          </h1>
          <p className="text-reading text-quiet">{article.standfirst}</p>
          <p className="text-small text-quiet">{t('minutes', { count: article.minutes })}</p>
        </header>
        <Picture slug={article.slug} />
        <div className="min-w-0">
          <div className="prose">
            {article.opening.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          {!isOpen && sections === null && (
            <PayBar
              amount={amountOfArticle(article.price)}
              as={article.price.kind === 'metered' ? 'upTo' : 'exactly'}
            />
          )}
        </div>
        {sections !== null && (
          <BoughtText
            text={await articles.readPart(article.slug, sections)}
            path={`${full}?sections=${sections}`}
            fileName={`${article.slug}-${sections}.html`}
          />
        )}
        {!isOpen && <ArticleRest facts={facts} />}
      </div>
      <Contents outline={facts.outline} />
      {isOpen ? (
        <BoughtText text={await articles.readText(article.slug)} path={full} fileName={`${article.slug}.html`} />
      ) : (
        <>
          <ClientMessages of={atChannelCheckout}>
            <PurchaseArea
              part="#bought-text"
              {...(article.price.kind === 'metered' && { again: tTerms('article.more') })}
              termsClass={besideReceipt.margin}
              contentClass={besideReceipt.text}
            >
              <div id="pay">
                <ArticleCheckout
                  article={article}
                  path={full}
                  options={await ownTermsOf(full)}
                  lines={await linesOf(facts)}
                  payee={await payeeName()}
                  canSignIn
                  hasFaucet={hasFaucet()}
                />
              </div>
            </PurchaseArea>
          </ClientMessages>
          <ArticleCommands
            article={article}
            origin={origin}
            forPrograms={forProgramsInWords(await getTranslations('terms'), options)}
          />
        </>
      )}
    </article>
  )
}

async function linesOf({ paragraphs, pictures }: TextFacts): Promise<ReceiptLine[]> {
  const [t, tPrice] = await Promise.all([getTranslations('terms'), getTranslations('price')])
  return [
    { label: t('get'), value: t('article.facts', { paragraphs, pictures }) },
    { label: t('access'), value: accessInWords(tPrice, { kind: 'kept' }) },
  ]
}
