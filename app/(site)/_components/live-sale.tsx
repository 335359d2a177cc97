import { getTranslations } from 'next-intl/server'
import { Checkout } from '@/app/_checkout/checkout'
import { PurchaseArea } from '@/app/_checkout/purchase-area'
import { atCheckout, ClientMessages } from '@/app/_components/client-messages'
import { demoGoods } from '@/app/_server/demo-goods'
import { ownTermsOf } from '@/app/_server/payment-terms'
import { priceInWords } from '@/app/_server/price-in-words'
import { mayOpen } from '@/app/_server/reader'
import { hasFaucet, payeeName, siteFacts } from '@/app/_server/site-facts'
import { Link } from '@/lib/site/ui/link'
import { TollBar } from '@/lib/site/ui/toll-bar'
import { Exchange } from './exchange'

const SLUG = 'signed-is-not-paid'

/** A real article with its checkout: what is bought here is bought, and the text goes on in its place. */
export async function LiveSale() {
  const { articles } = await demoGoods()
  const path = `/articles/${SLUG}/full`
  const article = articles.at(path)
  if (!article) return null
  const { length, dollars, isMetered } = await articles.view(article, siteFacts())
  const t = await getTranslations('start.sale')
  const page = `/articles/${SLUG}`
  return (
    <section aria-labelledby="sale" className="min-w-0 border border-rule bg-sheet">
      <div className="grid gap-3 px-4 pt-6 pb-5 sm:px-8">
        <p className="text-small text-quiet">{t('here')}</p>
        <h2 id="sale" className="font-serif text-title font-strong">
          <a href={page} className="text-ink no-underline hover:underline">
            {article.title}
          </a>
        </h2>
        <p className="font-serif text-reading leading-relaxed">{article.opening[0]}</p>
      </div>
      {(await mayOpen(path)) ? (
        <p className="flex flex-wrap items-center gap-3 border-t-2 border-ink px-4 py-4 sm:px-8">
          <TollBar isLifted />
          <strong>{t('yours')}</strong>
          <Link href={page}>{t('readOn')}</Link>
        </p>
      ) : (
        <div className="border-t-2 border-ink px-4 py-5 sm:px-8">
          <ClientMessages of={atCheckout}>
            <PurchaseArea
              title={article.title}
              readOn={{ href: page, words: t('yours'), label: t('readOn') }}
              contentClass="[&>:first-child]:border-0 [&>:first-child]:pt-0"
            >
              <div className="grid gap-6 sm:grid-cols-[minmax(0,1fr)_minmax(0,16rem)] sm:gap-8">
                <div className="grid content-start gap-3">
                  <p className="flex items-center gap-3 font-strong">
                    <TollBar isLifted={false} />
                    {t('more', { count: article.minutes })}
                  </p>
                  <ul className="grid gap-1.5 font-serif text-quiet">
                    {length?.outline.map(({ heading }) => (
                      <li key={heading}>{heading}</li>
                    ))}
                  </ul>
                </div>
                <div id="pay" className="grid content-start gap-4 [&>section]:border-0 [&>section]:p-0">
                  <Checkout
                    purchase={{ url: path, method: 'GET' }}
                    options={(await ownTermsOf(path)).filter(({ channel }) => !channel)}
                    lines={[{ label: t('keep'), value: t('forGood') }]}
                    payee={await payeeName()}
                    canSignIn
                    hasFaucet={hasFaucet()}
                  />
                </div>
              </div>
            </PurchaseArea>
          </ClientMessages>
        </div>
      )}
      <ClientMessages of={['exchange']}>
        <Exchange path={path} amount={priceInWords({ dollars, isMetered })} />
      </ClientMessages>
    </section>
  )
}
