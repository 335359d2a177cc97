import { useFormatter, useTranslations } from 'next-intl'
import { useLocalDigits } from './amount'
import { buttonClass } from './button'
import { Link } from './link'

type GoodsHeadProps = {
  title: string
  description?: string | undefined
  icon?: string | undefined
  /** The seller's name and shop; null for the site's own goods. */
  shop: { name: string; href: string } | null
  /** A text's first day of sale, and the minutes to its end. */
  text?: { publishedAt: Date; minutes: number } | null
}

export function GoodsHead({ title, description, icon, shop, text = null }: GoodsHeadProps) {
  const t = useTranslations('articles')
  const format = useFormatter()
  return (
    <header className="grid gap-4">
      {(shop || text || icon) && (
        <p className="flex flex-wrap items-center gap-x-2 text-small text-quiet">
          <Icon src={icon} size={24} />
          {shop && (
            <Link href={shop.href} className="inline-flex min-h-11 items-center text-base wrap-anywhere">
              {shop.name}
            </Link>
          )}
          {text && (
            <span>
              <time dateTime={text.publishedAt.toISOString()}>
                {format.dateTime(text.publishedAt, { dateStyle: 'long', timeZone: 'UTC' })}
              </time>
              {' · '}
              {t('minutes', { count: text.minutes })}
            </span>
          )}
        </p>
      )}
      <h1 className="font-serif text-display font-strong wrap-anywhere" dir="auto">
        {title}
      </h1>
      {description && (
        <p className="font-serif text-reading wrap-anywhere" dir="auto">
          {description}
        </p>
      )}
    </header>
  )
}

type PayBarProps = {
  amount: string
  /** Whether the amount is the price, the lowest of several, or the most that is charged. */
  as: 'exactly' | 'from' | 'upTo'
}

/** On a phone, under a long teaser: the price, always in reach, and the link to the checkout (`#pay`). */
export function PayBar({ amount, as }: PayBarProps) {
  const t = useTranslations('terms.readOn')
  return (
    <p className="pay-bar sticky bottom-0 mt-6 border-t border-rule bg-paper py-3 sm:hidden print:hidden">
      <a href="#pay" className={buttonClass('primary', 'w-full')}>
        {t(as, { amount: useLocalDigits()(amount) })}
      </a>
    </p>
  )
}

const sizes = { 16: 'size-4', 20: 'size-5', 24: 'size-6', 40: 'size-10' } as const

type IconProps = { src: string | undefined; size: keyof typeof sizes; isPlaceKept?: boolean }

/** The picture of a service or a shop, at an address of this site, beside its name, which says the same. */
export function Icon({ src, size, isPlaceKept = false }: IconProps) {
  const box = `${sizes[size]} shrink-0 rounded-[3px] object-cover`
  if (src === undefined) return isPlaceKept && <span className={`${box} max-md:hidden`} />
  // oxlint-disable-next-line nextjs/no-img-element -- Stored at the size of an icon; there is nothing to resize.
  return <img src={src} alt="" width={size} height={size} loading="lazy" decoding="async" className={box} />
}
