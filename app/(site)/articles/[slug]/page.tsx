import clsx from 'clsx'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { preload } from 'react-dom'
import { Checkout } from '@/app/_checkout/checkout'
import { PurchaseArea } from '@/app/_checkout/purchase-area'
import { demoGoods } from '@/app/_server/demo-goods'
import { paymentTermsOf } from '@/app/_server/payment-terms'
import { mayOpen } from '@/app/_server/reader'
import { hasFaucet, payeeName, siteFacts } from '@/app/_server/site-facts'
import { atCheckout, ClientMessages } from '@/app/_site/client-messages'
import { MissingPage, missingMetadata } from '@/app/_site/missing-page'
import { pictureAt } from '@/app/_site/picture-at'
import { articleData, StructuredData } from '@/app/_site/structured-data'
import { application } from '@/lib/site/compose/running'
import type { Article } from '@/lib/site/demo/articles/article'
import { accessInWords } from '@/lib/site/ui/access'
import { Link } from '@/lib/site/ui/link'
import { forProgramsInWords } from '@/lib/site/ui/option-price'
import { PayBar } from '@/lib/site/ui/pay-bar'
import type { ReceiptLine } from '@/lib/site/ui/receipt'
import { ArticleCommands } from '../_components/article-commands'
import { ArticleRest } from '../_components/article-rest'
import { BoughtText } from '../_components/bought-text'
import { Picture } from '../_components/picture'
import { amountOfArticle } from '../_components/price-of-article'

type Props = { params: Promise<{ slug: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const article = (await demoGoods()).articles.find((await params).slug)
  if (!article) return missingMetadata()
  const { title, standfirst: description, slug } = article
  return {
    title,
    description,
    alternates: { canonical: `/articles/${slug}` },
    openGraph: { title, description, type: 'article', images: pictureAt(`article/${slug}`, title) },
  }
}

export default async function ArticlePage({ params }: Props) {
  const t = await getTranslations('articles')
  const { articles } = await demoGoods()
  const article = articles.find((await params).slug)
  if (!article) return <MissingPage />
  preload('/fonts/literata-latin-400-normal.woff2', { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  const { origin, name } = await siteFacts()
  const { site } = await application()
  const options = articles.optionsOf(article, site)
  const full = `/articles/${article.slug}/full`
  const isOpen = await mayOpen(full)
  return (
    <article
      className={clsx(
        'mx-auto grid max-w-measure gap-8',
        !isOpen && 'lg:max-w-none lg:grid-cols-[minmax(0,var(--measure))_19rem] lg:justify-center lg:gap-x-16',
      )}
    >
      <StructuredData
        data={articleData({
          title: article.title,
          description: article.standfirst,
          url: `${origin}/articles/${article.slug}`,
          seller: name,
          dollars: article.price.kind === 'metered' ? article.price.maximumDollars : article.price.dollars,
        })}
      />
      <div className="grid min-w-0 gap-8">
        <header className="grid gap-4">
          <p>
            <Link href="/articles" className="inline-flex min-h-11 items-center">
              {t('all')}
            </Link>
          </p>
          <h1 className="font-serif text-display font-strong">{article.title}</h1>
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
          {!isOpen && (
            <PayBar
              amount={amountOfArticle(article.price)}
              as={article.price.kind === 'metered' ? 'upTo' : 'exactly'}
            />
          )}
        </div>
        {!isOpen && <ArticleRest outline={await articles.outlineOf(article.slug)} />}
      </div>
      {isOpen ? (
        <BoughtText text={await articles.readText(article.slug)} path={full} fileName={`${article.slug}.html`} />
      ) : (
        <>
          <ClientMessages of={atCheckout}>
            <PurchaseArea
              part="#bought-text"
              termsClass="lg:sticky lg:top-8 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start"
              contentClass="lg:col-start-1"
            >
              <div id="pay">
                <Checkout
                  purchase={{ url: full, method: 'GET' }}
                  options={paymentTermsOf(options)}
                  lines={await linesOf(article)}
                  payee={await payeeName()}
                  canSignIn
                  hasFaucet={await hasFaucet()}
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

async function linesOf({ slug, price }: Article): Promise<ReceiptLine[]> {
  const [t, tPrice, { articles }] = await Promise.all([getTranslations('terms'), getTranslations('price'), demoGoods()])
  const paragraphs = (await articles.outlineOf(slug)).reduce((sum, section) => sum + section.paragraphs, 0)
  return [
    { label: t('get'), value: t('article.facts', { count: paragraphs }) },
    { label: t('access'), value: accessInWords(tPrice, { kind: 'kept' }) },
    ...(price.kind === 'metered'
      ? [
          {
            label: t('article.charged'),
            value: t('article.perSection', { amount: `${price.dollarsPerSection.replace('$', '')} USDC` }),
          },
        ]
      : []),
  ]
}
