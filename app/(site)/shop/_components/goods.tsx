import { useTranslations } from 'next-intl'
import { priceInWords } from '@/app/_http/price-in-words'
import { Cover } from '@/app/_site/cover'
import type { Storefront } from '@/lib/shop/sellers/storefront/list-goods'
import { BoughtMark } from '@/lib/site/ui/bought-mark'

type GoodsProps = Storefront['goods'][number] & { handle: string; isBought: boolean }

/** One item of a shop. Goods with their own address are links; for others the call is shown. */
export function Goods({
  handle,
  title,
  description,
  method,
  path,
  kind,
  isBought,
  service: _service,
  ...price
}: GoodsProps) {
  const [t, tPrice] = [useTranslations('shop'), useTranslations('price')]
  const address = `/x/${handle}${path}`
  const isPage = method === 'GET' && !/[[*]/.test(path)
  return (
    <article className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5">
      <Cover kind={kind} />
      <div className="grid min-w-0 gap-2">
        <h2 className="font-serif text-title font-strong wrap-anywhere" dir="auto">
          {isPage ? (
            <a href={address} className="-my-1.5 inline-block py-1.5 text-ink underline-offset-4 hover:underline">
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
        {!isPage && <p className="figures text-small wrap-anywhere">{`${method} ${address}`}</p>}
        <p className="text-small">
          {isBought ? <BoughtMark /> : <span className="figures">{priceInWords(price, tPrice)}</span>}
          <span className="text-quiet"> · {t(`kinds.${kind}`)}</span>
        </p>
      </div>
    </article>
  )
}
