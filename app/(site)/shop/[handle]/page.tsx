import type { Metadata } from 'next'
import { useFormatter, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { Cover, DrawnCover } from '@/app/_components/cover'
import { MissingPage, missingMetadata } from '@/app/_components/missing-page'
import { sharedAs } from '@/app/_components/preview'
import { StructuredData, soldThing } from '@/app/_components/structured-data'
import { priceInWords } from '@/app/_server/price-in-words'
import { boughtAmong } from '@/app/_server/reader'
import { readStorefront } from '@/app/_server/shown-goods'
import { siteFacts } from '@/app/_server/site-facts'
import { parsePattern, routeTemplate } from '@/lib/base/x402/route-pattern'
import { isPaged } from '@/lib/shop/sellers/routes/kinds'
import type { Storefront } from '@/lib/shop/sellers/storefront/list-goods'
import { useLocalDigits } from '@/lib/site/ui/amount'
import { Link } from '@/lib/site/ui/link'
import { EmptyState } from '@/lib/site/ui/notice'
import { BoughtMark } from '@/lib/site/ui/toll-bar'
import { entryAddress } from '../../bazaar/_components/addresses'

const readOnce = cache(readStorefront)

type ShopPageProps = { params: Promise<{ handle: string }> }

export async function generateMetadata({ params }: ShopPageProps): Promise<Metadata> {
  const shop = await readOnce((await params).handle)
  if (!shop) return missingMetadata()
  const t = await getTranslations('shop')
  const description = shop.about || t('description', { name: shop.name })
  const path = `/x/${shop.handle}`
  return {
    ...sharedAs({ title: shop.name, description, path, price: t('count', { count: shop.goods.length }) }),
    alternates: { canonical: path, types: { 'application/rss+xml': `/shop/${shop.handle}/feed.xml` } },
  }
}

export default async function ShopPage({ params }: ShopPageProps) {
  const shop = await readOnce((await params).handle)
  if (!shop) return <MissingPage />
  const { name, handle, goods } = shop
  const pathOf = ({ path }: (typeof goods)[number]) => `/x/${handle}${path}`
  // Calls of an API are bought one by one.
  const kept = goods.filter(({ kind }) => kind === 'article' || kind === 'file' || kind === 'pass')
  const [{ origin }, t, bought] = await Promise.all([
    siteFacts(),
    getTranslations('shop'),
    boughtAmong(kept.map(pathOf)),
  ])
  const address = new URL(`/x/${handle}`, origin)
  return (
    <div className="grid gap-10 lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-x-16">
      <StructuredData
        data={{
          '@type': 'ItemList',
          name,
          itemListElement: goods.slice(0, 20).map(({ kind, title, description, path, dollars, isFrom }, place) => {
            const url = `${origin}/${isPaged(kind) ? 'shop' : 'x'}/${handle}${path}`
            const seller = { name, url: address.href }
            const item = soldThing({ title, description, url, dollars, isFrom, seller })
            return { '@type': 'ListItem', position: place + 1, item }
          }),
        }}
      />
      <ShopHead {...shop} />
      {goods.length === 0 ? (
        <EmptyState title={t('emptyTitle')} action={<Link href="/bazaar">{t('others')}</Link>} about={t('empty')} />
      ) : (
        <ul className="min-w-0 self-start border-b border-rule">
          {byService(goods).map(([first, ...rest]) => (
            <li key={`${first.method} ${first.path}`} className="border-t border-rule py-6">
              {first.service !== null && rest.length > 0 ? (
                <Service shop={address} title={first.service} operations={[first, ...rest]} />
              ) : (
                <Goods
                  goods={first}
                  shop={address}
                  isBought={bought.has(pathOf(first))}
                  openUntil={bought.get(pathOf(first)) ?? null}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const LINK = 'inline-flex min-h-11 items-center text-accent underline underline-offset-4'

function ShopHead({ name, handle, about, links, picture, goods, isCut }: Storefront) {
  const t = useTranslations('shop')
  return (
    <header className="grid content-start gap-6 self-start lg:sticky lg:top-8">
      <div className="flex items-center gap-5 lg:grid lg:gap-4">
        {picture && (
          // oxlint-disable-next-line nextjs/no-img-element -- It is stored in the widths that pages show.
          <img
            src={`/image/${picture.imageId}/${picture.width}`}
            alt=""
            width={picture.width}
            height={picture.height}
            className="size-20 shrink-0 border border-rule object-cover sm:size-24"
          />
        )}
        <h1 className="min-w-0 font-serif text-display font-strong wrap-anywhere" dir="auto">
          {name}
        </h1>
      </div>
      {about && (
        <p className="max-w-measure font-serif text-reading wrap-anywhere whitespace-pre-line" dir="auto">
          {about}
        </p>
      )}
      {links.length > 0 && (
        <ul aria-label={t('links')} className="-my-2 flex flex-wrap gap-x-6">
          {links.map(({ title, url }) => (
            <li key={`${title} ${url}`} className="min-w-0 wrap-anywhere">
              <a href={url} rel="nofollow ugc noopener" className={LINK} dir="auto">
                {title}
              </a>
            </li>
          ))}
        </ul>
      )}
      {goods.length > 0 && (
        <p className="-mb-4 flex flex-wrap items-baseline gap-x-4 text-small text-quiet">
          {isCut ? t('newest', { count: String(goods.length) }) : t('count', { count: goods.length })}
          <a href={`/shop/${handle}/feed.xml`} className={LINK}>
            {t('feed')}
          </a>
        </p>
      )}
    </header>
  )
}

type ShownGoods = Storefront['goods'][number]

/** Goods in their order; operations of one service together, in the place of the first of them. */
function byService(goods: ShownGoods[]): [ShownGoods, ...ShownGoods[]][] {
  const services = new Map<string, [ShownGoods, ...ShownGoods[]]>()
  for (const each of goods) {
    const key = each.service ?? `${each.method} ${each.path}`
    const service = services.get(key)
    if (service) service.push(each)
    else services.set(key, [each])
  }
  return [...services.values()]
}

type GoodsProps = { shop: URL; goods: ShownGoods; isBought: boolean; openUntil: Date | null }

function Goods({ shop, goods, isBought, openUntil }: GoodsProps) {
  const { title, description, method, path, kind, publishedAt, minutes, days } = goods
  const [t, tPrice] = [useTranslations('shop'), useTranslations('price')]
  const inDigits = useLocalDigits()
  const tArticles = useTranslations('articles')
  const format = useFormatter()
  const address = `${shop.pathname}${path}`
  const href = goodsAddress(shop, goods)
  const facts =
    minutes === null
      ? [t(`kinds.${kind}`), ...(days === null ? [] : [t('days', { count: days })])]
      : [
          format.dateTime(publishedAt, { dateStyle: 'medium', timeZone: 'UTC' }),
          tArticles('minutesShort', { count: minutes }),
        ]
  return (
    <article className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 sm:gap-x-6">
      <div className="grid min-w-0 content-start gap-2">
        <h2 className="font-serif text-title font-strong wrap-anywhere" dir="auto">
          {href ? (
            <a href={href} className="-my-1.5 inline-block py-1.5 text-ink underline-offset-4 hover:underline">
              {title}
            </a>
          ) : (
            title
          )}
        </h2>
        {description && (
          <p className="max-w-measure text-quiet wrap-anywhere" dir="auto">
            {description}
          </p>
        )}
        {href !== address && <p className="figures text-small wrap-anywhere">{`${method} ${address}`}</p>}
        <p className="text-small">
          {openUntil ? (
            t('openUntil', { date: format.dateTime(openUntil, { dateStyle: 'medium', timeZone: 'UTC' }) })
          ) : isBought ? (
            <BoughtMark />
          ) : (
            <span className="figures">{inDigits(priceInWords(goods, tPrice))}</span>
          )}
          <span className="text-quiet">{facts.map((fact) => ` · ${fact}`)}</span>
        </p>
      </div>
      <GoodsPicture {...goods} />
    </article>
  )
}

const PICTURE = 'block aspect-[8/5] h-auto w-20 self-start sm:w-32'

function GoodsPicture({ kind, title, cover }: Pick<ShownGoods, 'kind' | 'title' | 'cover'>) {
  if (kind !== 'article') return <Cover kind={kind} />
  if (!cover) return <DrawnCover title={title} className={PICTURE} />
  const { imageId, width, height } = cover
  return (
    // oxlint-disable-next-line nextjs/no-img-element -- It is stored in the widths that pages show.
    <img
      src={`/image/${imageId}/${width}`}
      alt=""
      width={width}
      height={height}
      loading="lazy"
      className={`${PICTURE} object-cover`}
    />
  )
}

type ServiceProps = { shop: URL; title: string; operations: ShownGoods[] }

const SHOWN = 3

/** In the order of its document; what costs nothing is not for sale, and stands where nothing else does. */
function Service({ shop, title, operations: all }: ServiceProps) {
  const [t, tPrice] = [useTranslations('shop'), useTranslations('price')]
  const inDigits = useLocalDigits()
  const paid = all.filter(({ dollars }) => dollars !== null)
  const operations = (paid.length > 0 ? paid : all).toReversed()
  const folded = operations.slice(SHOWN)
  const listed = (some: ShownGoods[]) => (
    <ul className="text-small">
      {some.map((each) => (
        <li
          key={`${each.method} ${each.path}`}
          className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-t border-rule py-2"
        >
          <span className="min-w-0 wrap-anywhere">
            <Operation href={goodsAddress(shop, each)}>{each.title}</Operation>{' '}
            <span className="figures block text-quiet">{`${each.method} ${shop.pathname}${each.path}`}</span>
          </span>
          <span className="figures">{inDigits(priceInWords(each, tPrice))}</span>
        </li>
      ))}
    </ul>
  )
  return (
    <article className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 sm:gap-x-6">
      <div className="grid min-w-0 gap-2">
        <h2 className="font-serif text-title font-strong wrap-anywhere" dir="auto">
          {title}
        </h2>
        <p className="text-small">
          <span className="figures">{inDigits(rangeInWords(operations, tPrice))}</span>
          <span className="text-quiet"> · {t('operations', { count: operations.length })}</span>
        </p>
        <div>
          {listed(operations.slice(0, SHOWN))}
          {folded.length > 0 && (
            <details className="border-t border-rule">
              <summary className="min-h-11 cursor-pointer py-3 text-small">
                {t('more', { count: folded.length })}
              </summary>
              {listed(folded)}
            </details>
          )}
        </div>
      </div>
      <Cover kind="api" />
    </article>
  )
}

function Operation({ href, children }: { href: string | null; children: string }) {
  if (href === null) return <span dir="auto">{children}</span>
  return (
    <a href={href} dir="auto" className="inline-block py-1 text-ink underline underline-offset-4">
      {children}
    </a>
  )
}

function rangeInWords(operations: ShownGoods[], tPrice: ReturnType<typeof useTranslations<'price'>>): string {
  const [least] = operations.toSorted((one, other) => dollarsOf(one) - dollarsOf(other))
  if (!least || least.dollars === null) return priceInWords({ dollars: null, isMetered: false }, tPrice)
  const isFrom = operations.some((each) => each.isFrom || each.dollars !== least.dollars)
  return priceInWords({ ...least, isFrom }, tPrice)
}

const dollarsOf = ({ dollars }: ShownGoods): number => Number(dollars?.replace('$', ''))

/**
 * Where goods of a shop, at its address `shop`, can be bought: at their own page or address, or in the bazaar for calls that
 * need more than one. Null for neither.
 */
function goodsAddress(shop: URL, { kind, method, path, isListed }: ShownGoods): string | null {
  if (method === 'GET' && !/[[*]/.test(path))
    return `${isPaged(kind) ? shop.pathname.replace('/x/', '/shop/') : shop.pathname}${path}`
  const template = routeTemplate(parsePattern(`${shop.pathname}${path}`))
  return isListed ? entryAddress(`${method} ${shop.origin}${template}`) : null
}
