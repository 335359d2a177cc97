import { useFormatter, useTranslations } from 'next-intl'
import { Icon } from './icon'
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
            <>
              <span>
                {shop && '· '}
                <time dateTime={text.publishedAt.toISOString()}>
                  {format.dateTime(text.publishedAt, { dateStyle: 'long', timeZone: 'UTC' })}
                </time>
              </span>
              <span>· {t('minutes', { count: text.minutes })}</span>
            </>
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
