import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { preload } from 'react-dom'
import { Checkout, type CheckoutProps } from '@/app/_checkout/checkout'
import { PurchaseArea } from '@/app/_checkout/purchase-area'
import { demoGoods } from '@/app/_server/demo-goods'
import { ownTermsOf } from '@/app/_server/payment-terms'
import { mayOpen } from '@/app/_server/reader'
import { hasFaucet, payeeName, siteFacts } from '@/app/_server/site-facts'
import { atChannelCheckout, ClientMessages } from '@/app/_site/client-messages'
import { MissingPage, missingMetadata } from '@/app/_site/missing-page'
import { sharedAs } from '@/app/_site/preview'
import { articleData, StructuredData } from '@/app/_site/structured-data'
import { parseMarkdown } from '@/lib/base/markdown/parse-markdown'
import { type TextFacts, withSectionIds } from '@/lib/base/markdown/text-facts'
import { formatAtomic, parseDollars } from '@/lib/base/x402/money'
import { running } from '@/lib/site/compose/running'
import type { Article } from '@/lib/site/demo/articles/article'
import { accessInWords } from '@/lib/site/ui/access'
import { besideReceipt } from '@/lib/site/ui/beside-receipt'
import { buttonClass } from '@/lib/site/ui/button-class'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { FormattedText } from '@/lib/site/ui/formatted-text'
import { Link } from '@/lib/site/ui/link'
import { forProgramsInWords } from '@/lib/site/ui/option-price'
import { PayBar } from '@/lib/site/ui/pay-bar'
import type { ReceiptLine } from '@/lib/site/ui/receipt'
import { terminalCommands } from '@/lib/site/ui/terminal-commands'
import { CameBack, OwnedLine } from '../../library/_components/purchases'
import { ArticleRest } from '../_components/article-rest'
import { Contents } from '../_components/contents'
import { MeteredCheckout } from '../_components/metered-checkout'
import { Picture } from '../_components/picture'
import { amountOfArticle, priceOfArticle } from '../_components/price-of-article'

type Props = { params: Promise<{ slug: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const article = (await demoGoods()).articles.find((await params).slug)
  if (!article) return missingMetadata()
  const { title, standfirst: description, slug, price } = article
  const path = `/articles/${slug}`
  const inWords = priceOfArticle(await getTranslations('price'), price)
  return { ...sharedAs({ title, description, path, price: inWords }), alternates: { canonical: path } }
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
              <div id="pay" className="grid gap-4">
                <CameBack path={full} price={amountOfArticle(article.price)} />
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

type ArticleCheckoutProps = Omit<CheckoutProps, 'purchase' | 'choices'> & { article: Article; path: string }

/** All dollar prices of articles are paid in the same stablecoin. */
const DECIMALS = 6

function ArticleCheckout({ article: { price }, path, ...rest }: ArticleCheckoutProps) {
  if (price.kind === 'fixed') return <Checkout purchase={{ url: path, method: 'GET' }} {...rest} />
  const each = parseDollars(price.dollarsPerSection, DECIMALS)
  const amounts = Array.from(
    { length: price.sections },
    (_, index) => `${formatAtomic(each * BigInt(index + 1), DECIMALS)} USDC`,
  )
  return <MeteredCheckout path={path} amounts={amounts} {...rest} />
}

type ArticleCommandsProps = {
  article: Article
  origin: string
  forPrograms: string | null
}

function ArticleCommands({ article, origin, forPrograms }: ArticleCommandsProps) {
  const t = useTranslations('terms')
  const { pay } = terminalCommands(`${origin}/articles/${article.slug}/full`)
  return (
    <details className="border-t border-rule lg:col-start-1">
      <summary className="min-h-11 cursor-pointer py-3">{t('programs.title')}</summary>
      <div className="grid gap-2 text-small text-quiet">
        <p>{t('article.terminal')}</p>
        <CodeBlock code={pay} name={t('article.payCommand')} />
        {forPrograms && <p>{forPrograms}</p>}
        {article.price.kind === 'metered' && (
          <p>{t.rich('article.sections', { code: (chunks) => <code className="figures">{chunks}</code> })}</p>
        )}
      </div>
    </details>
  )
}

/** The paid text, for a reader whose session may open it; it is sold at `path`, and saved as `fileName`. */
function BoughtText({ text, path, fileName }: { text: string; path: string; fileName: string }) {
  const t = useTranslations('site')
  const tTerms = useTranslations('terms')
  const tree = withSectionIds(parseMarkdown(text))
  return (
    <section aria-label={tTerms('article.rest')} className="grid min-w-0 gap-8 lg:col-start-1">
      <OwnedLine path={path} />
      <FormattedText tree={tree} />
      <p>
        <a href={path} download={fileName} className={buttonClass('plain')}>
          {t('bought.save')}
        </a>
      </p>
    </section>
  )
}

/** How many sections of a metered article the reader owns, fewer than all; null without any. */
async function boughtSections({ slug, price }: Article): Promise<number | null> {
  if (price.kind !== 'metered') return null
  for (let count = price.sections - 1; count > 0; count -= 1) {
    if (await mayOpen(`/articles/${slug}/full?sections=${count}`)) return count
  }
  return null
}
