import { useFormatter, useTranslations } from 'next-intl'
import { getLocale, getTranslations } from 'next-intl/server'
import { localDigits } from '@/lib/base/x402/local-digits'
import { isTransfer } from '@/lib/base/x402/payment-option'
import { running } from '@/lib/site/compose/running'
import { Link } from '@/lib/site/ui/link'
import { EmptyState } from '@/lib/site/ui/notice'
import { Section } from '@/lib/site/ui/section'
import { TollBar } from '@/lib/site/ui/toll-bar'
import { Checkout } from '../_checkout/checkout'
import { PurchaseArea } from '../_checkout/delivery'
import { atCheckout, ClientMessages } from '../_components/client-messages'
import { demoGoods, ownTermsOf } from '../_server/demo-goods'
import { withIcons } from '../_server/icons'
import { priceInWords } from '../_server/price-in-words'
import { boughtAmong, ownedAmong } from '../_server/reader'
import { type HomeFigures, hasFaucet, homeFigures, payeeName, siteFacts } from '../_server/site-facts'
import { Figures } from './_components/page'
import { explorerAddress } from './bazaar/_components/addresses'
import { Board } from './bazaar/_components/board'

export default async function HomePage() {
  const { origin, isDemo } = siteFacts()
  if (!isDemo) return <OwnWelcome origin={origin} />
  const figures = await homeFigures()
  return (
    <div className="grid gap-12">
      <DemoWelcome />
      {figures && <TrueFigures figures={figures} />}
    </div>
  )
}

function DemoWelcome() {
  const t = useTranslations('start.demo')
  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,27.5rem)_minmax(0,1fr)] lg:items-start">
      <div className="grid gap-6">
        <h1 className="font-serif text-display leading-tight font-strong">{t('title')}</h1>
        <p className="font-serif text-reading leading-relaxed">{t('about')}</p>
        <p className="flex flex-wrap gap-3">
          <Link href="/dashboard" variant="primary">
            {t('sell')}
          </Link>
          <Link href="/bazaar" variant="plain">
            {t('browse')}
          </Link>
        </p>
        <Doors />
      </div>
      <LiveSale />
    </div>
  )
}

const doors = [
  ['write', '/dashboard/routes/new?kind=article'],
  ['api', '/dashboard/gateways/new'],
  ['agents', '/docs/mcp'],
] as const

function Doors() {
  const t = useTranslations('start.doors')
  return (
    <ul className="border-t border-rule text-small">
      {doors.map(([door, href]) => (
        <li
          key={door}
          className="grid grid-cols-[1fr_auto] items-center gap-x-2 border-b border-rule py-1 sm:grid-cols-[7rem_1fr_auto]"
        >
          <strong>{t(`${door}.who`)}</strong>
          <span className="order-last col-span-2 text-quiet sm:order-none sm:col-span-1">{t(`${door}.what`)}</span>
          <Link href={href} className="inline-flex min-h-9 items-center">
            {t.rich('start', { who: t(`${door}.who`), hidden: (words) => <span className="sr-only">{words}</span> })}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const SHOWN = 6

/** The start page of a site without the demo: its goods, or the first step while there are none. */
async function OwnWelcome({ origin }: { origin: string }) {
  const t = await getTranslations('start.own')
  const { hostname: host } = new URL(origin)
  const { items, pagination } = await running('site').catalog.list({ host, sort: 'newest', limit: String(SHOWN) })
  return (
    <div className="grid gap-8">
      <header className="grid max-w-[46rem] gap-6">
        <h1 className="font-serif text-display font-strong">{t('title')}</h1>
        <p className="font-serif text-reading">{t('about')}</p>
      </header>
      <Section id="sold" title={t('sold')} className="grid gap-6">
        {items.length > 0 ? (
          <Board
            isOnePlace
            label={t('sold')}
            entries={await withIcons(items)}
            owned={await ownedAmong(items.map(({ resource }) => resource))}
          />
        ) : (
          <EmptyState
            title={t('nothing')}
            about={t('yours')}
            next={{ href: '/dashboard', label: t('dashboard'), variant: 'primary' }}
          />
        )}
        {pagination.total > SHOWN && (
          <p>
            <Link href={explorerAddress({ host })} variant="plain">
              {t('seeAll', { count: pagination.total })}
            </Link>
          </p>
        )}
      </Section>
    </div>
  )
}

function TrueFigures({ figures: { settled, medianMs, answering } }: { figures: HomeFigures }) {
  const t = useTranslations('start.figures')
  const format = useFormatter()
  const seconds = medianMs !== null && format.number(medianMs / 1_000, { maximumSignificantDigits: 2 })
  return (
    <Figures
      figures={[
        [t('settled'), settled],
        ...(seconds ? [[t('median'), t('seconds', { seconds })] as [string, string]] : []),
        [t('answering'), answering],
        [t('taken'), t('nothing')],
      ]}
    />
  )
}

const SLUG = 'signed-is-not-paid'

/** A real article with its checkout: what is bought here is bought, and the text goes on in its place. */
async function LiveSale() {
  const { articles } = await demoGoods()
  const path = `/articles/${SLUG}/full`
  const article = articles.at(path)
  if (!article) return null
  const { length, dollars, isMetered } = await articles.view(article, siteFacts())
  const t = await getTranslations('start.sale')
  const price = localDigits(priceInWords({ dollars, isMetered }), await getLocale())
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
      {(await boughtAmong([path])).has(path) ? (
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
                    options={(await ownTermsOf(path)).filter(isTransfer)}
                    lines={[{ label: t('keep'), value: t('forGood') }]}
                    payee={await payeeName()}
                    canSignIn
                    isBrief
                    hasFaucet={hasFaucet()}
                  />
                </div>
              </div>
            </PurchaseArea>
          </ClientMessages>
        </div>
      )}
      <ul
        aria-label={t('requests')}
        className="figures border-t border-rule bg-shade px-4 py-3 text-small text-quiet sm:px-8 [&>li]:flex [&>li]:flex-wrap [&>li]:justify-between [&>li]:gap-x-4"
      >
        <li className="font-strong text-ink">
          <span>GET {path}</span> <span>→ 402 · {price}</span>
        </li>
        <li>
          <span>{t('signed')}</span> <span>→ 200 · {t('settled')}</span>
        </li>
      </ul>
    </section>
  )
}
