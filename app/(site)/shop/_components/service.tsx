import { useTranslations } from 'next-intl'
import { priceInWords } from '@/app/_http/price-in-words'
import { Cover } from '@/app/_site/cover'
import type { Storefront } from '@/lib/shop/sellers/storefront/list-goods'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'
import { goodsAddress } from './goods-address'
import { Ways } from './ways'

type Sold = Storefront['goods'][number]
type ServiceProps = { shop: URL; title: string; operations: Sold[] }

const SHOWN = 3

export function Service({ shop, title, operations }: ServiceProps) {
  const [t, tPrice] = [useTranslations('shop'), useTranslations('price')]
  const inDigits = useLocalDigits()
  const folded = operations.slice(SHOWN)
  const worth = operations[0]?.worth ?? null
  const isAllsWorth =
    worth?.kind === 'call' &&
    operations.every((each) => each.worth?.kind === 'call' && each.worth.dollars === worth.dollars)
  const listed = (some: Sold[]) => (
    <ul className="text-small">
      {some.map(({ title: name, method, path, isListed, ...price }) => (
        <li key={`${method} ${path}`} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-t border-rule py-2">
          <span className="min-w-0 wrap-anywhere">
            <Operation href={goodsAddress(shop, { method, path, isListed })}>{name}</Operation>{' '}
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
          {isAllsWorth && <Ways worth={worth} hasBudget={false} />}
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

/** The lowest price where they differ; operations that cost nothing do not count. */
function rangeInWords(operations: Sold[], tPrice: ReturnType<typeof useTranslations<'price'>>): string {
  const paid = operations.filter(({ dollars }) => dollars !== null)
  const [least] = paid.toSorted((one, other) => dollarsOf(one) - dollarsOf(other))
  if (!least) return priceInWords({ dollars: null, isMetered: false }, tPrice)
  const isFrom = paid.some((each) => each.isFrom || each.dollars !== least.dollars)
  return priceInWords({ ...least, isFrom }, tPrice)
}

const dollarsOf = ({ dollars }: Sold): number => Number(dollars?.replace('$', ''))
