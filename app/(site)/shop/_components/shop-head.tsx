import { useTranslations } from 'next-intl'
import type { Storefront } from '@/lib/shop/sellers/storefront/list-goods'

const LINK = 'inline-flex min-h-11 items-center text-accent underline underline-offset-4'

export function ShopHead({ name, handle, about, links, picture, goods, isCut }: Storefront) {
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
