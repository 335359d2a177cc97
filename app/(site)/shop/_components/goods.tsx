import { useFormatter, useTranslations } from 'next-intl'
import { Cover, DrawnCover } from '@/app/_components/cover'
import { priceInWords } from '@/app/_server/price-in-words'
import { entryAddress } from '@/app/(site)/bazaar/_components/addresses'
import type { PassWorth } from '@/lib/base/x402/passes'
import { parsePattern, routeTemplate } from '@/lib/base/x402/route-pattern'
import { isPaged } from '@/lib/shop/sellers/routes/kinds'
import type { Storefront } from '@/lib/shop/sellers/storefront/list-goods'
import { useLocalDigits } from '@/lib/site/ui/amount'
import { BoughtMark } from '@/lib/site/ui/toll-bar'

type GoodsProps = Storefront['goods'][number] & {
  shop: URL
  isBought: boolean
  openUntil?: Date | undefined
}

export function Goods({
  shop,
  title,
  description,
  method,
  path,
  kind,
  isBought,
  openUntil,
  publishedAt,
  ...rest
}: GoodsProps) {
  const { minutes, cover, service: _service, isListed, days, worth, ...price } = rest
  const [t, tPrice] = [useTranslations('shop'), useTranslations('price')]
  const inDigits = useLocalDigits()
  const tArticles = useTranslations('articles')
  const format = useFormatter()
  const address = `${shop.pathname}${path}`
  const href = goodsAddress(shop, { kind, method, path, isListed })
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
            <>
              <span className="figures">{inDigits(priceInWords(price, tPrice))}</span>
              <Ways worth={worth} />
            </>
          )}
          <span className="text-quiet">{facts.map((fact) => ` · ${fact}`)}</span>
        </p>
      </div>
      <GoodsPicture {...{ kind, title, cover }} />
    </article>
  )
}

const PICTURE = 'block aspect-[8/5] h-auto w-20 self-start sm:w-32'

function GoodsPicture({ kind, title, cover }: Pick<GoodsProps, 'kind' | 'title' | 'cover'>) {
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

type ShownGoods = Storefront['goods'][number]
type ServiceProps = { shop: URL; title: string; operations: ShownGoods[] }

const SHOWN = 3

/** In the order of its document; what costs nothing is not for sale, and stands where nothing else does. */
export function Service({ shop, title, operations: all }: ServiceProps) {
  const [t, tPrice] = [useTranslations('shop'), useTranslations('price')]
  const inDigits = useLocalDigits()
  const paid = all.filter(({ dollars }) => dollars !== null)
  const operations = (paid.length > 0 ? paid : all).toReversed()
  const folded = operations.slice(SHOWN)
  const worth = operations[0]?.worth ?? null
  const isAllsWorth =
    worth?.kind === 'call' &&
    operations.every((each) => each.worth?.kind === 'call' && each.worth.dollars === worth.dollars)
  const listed = (some: ShownGoods[]) => (
    <ul className="text-small">
      {some.map(({ title: name, kind, method, path, isListed, ...price }) => (
        <li key={`${method} ${path}`} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-t border-rule py-2">
          <span className="min-w-0 wrap-anywhere">
            <Operation href={goodsAddress(shop, { kind, method, path, isListed })}>{name}</Operation>{' '}
            <span className="figures block text-quiet">{`${method} ${shop.pathname}${path}`}</span>
          </span>
          <span className="figures">{inDigits(priceInWords(price, tPrice))}</span>
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
          {isAllsWorth && <Ways worth={worth} />}
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

function Ways({ worth }: { worth: PassWorth | null }) {
  const [t, tPrice] = [useTranslations('shop.ways'), useTranslations('price')]
  const inDigits = useLocalDigits()
  return (
    <>
      {worth?.kind === 'from' && ` · ${t('from', worth)}`}
      {worth?.kind === 'call' &&
        ` · ${t('call', { amount: inDigits(priceInWords({ ...worth, isMetered: false }, tPrice)) })}`}
    </>
  )
}

/**
 * Where goods of a shop, at its address `shop`, can be bought: at their own page or address, or in the bazaar for calls that
 * need more than one. Null for neither.
 */
function goodsAddress(
  shop: URL,
  { kind, method, path, isListed }: Pick<ShownGoods, 'kind' | 'method' | 'path' | 'isListed'>,
): string | null {
  if (method === 'GET' && !/[[*]/.test(path))
    return `${isPaged(kind) ? shop.pathname.replace('/x/', '/shop/') : shop.pathname}${path}`
  const template = routeTemplate(parsePattern(`${shop.pathname}${path}`))
  return isListed ? entryAddress(`${method} ${shop.origin}${template}`) : null
}
