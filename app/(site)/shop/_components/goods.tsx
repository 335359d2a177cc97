import { useFormatter, useTranslations } from 'next-intl'
import { priceInWords } from '@/app/_http/price-in-words'
import { Cover } from '@/app/_site/cover'
import { DrawnCover } from '@/app/_site/drawn-cover'
import type { Storefront } from '@/lib/shop/sellers/storefront/list-goods'
import { BoughtMark } from '@/lib/site/ui/bought-mark'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'
import { goodsAddress } from './goods-address'
import { Ways } from './ways'

type GoodsProps = Storefront['goods'][number] & {
  shop: URL
  isBought: boolean
  openUntil?: Date | undefined
  channels: ReadonlySet<string>
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
  createdAt,
  channels,
  ...rest
}: GoodsProps) {
  const { minutes, cover, service: _service, isListed, days, worth, budgetNetworks, ...price } = rest
  const [t, tPrice] = [useTranslations('shop'), useTranslations('price')]
  const inDigits = useLocalDigits()
  const tArticles = useTranslations('articles')
  const format = useFormatter()
  const address = `${shop.pathname}${path}`
  const href = goodsAddress(shop, { method, path, isListed })
  const facts =
    minutes === null
      ? [t(`kinds.${kind}`), ...(days === null ? [] : [t('days', { count: days })])]
      : [
          format.dateTime(createdAt, { dateStyle: 'medium', timeZone: 'UTC' }),
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
              <Ways worth={worth} hasBudget={budgetNetworks.some((network) => channels.has(network))} />
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
