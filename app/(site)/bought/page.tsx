import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { MissingPage } from '@/app/_components/missing-page'
import { iconsOf } from '@/app/_server/icons'
import { readOpened } from '@/app/_server/shown-goods'
import { siteFacts } from '@/app/_server/site-facts'
import type { BoughtGoods, CoveredRoute } from '@/lib/shop/sellers/routes/find-goods'
import { buttonClass } from '@/lib/site/ui/button'
import { FormattedText } from '@/lib/site/ui/formatted-text'
import { GoodsHead } from '@/lib/site/ui/goods-head'
import { isPicture, mediaTypeInWords, sizeInWords } from '@/lib/site/ui/media-type'
import { besideReceipt } from '@/lib/site/ui/receipt'
import { PassContents } from '../../_checkout/pass-contents'
import { SaveLinks } from '../../_checkout/save-links'
import { Contents } from '../articles/_components/contents'
import { findOwnPurchase } from '../library/_server/library'
import { OwnedLine } from './owned-line'

type BoughtPageProps = { searchParams: Promise<{ of?: string | string[] }> }

export async function generateMetadata({ searchParams }: BoughtPageProps): Promise<Metadata> {
  const t = await getTranslations('site.bought')
  const goods = await readOpened(pathOf(await searchParams))
  return { title: goods?.title ?? t('notFound'), robots: { index: false } }
}

/**
 * The page of goods that the browser may open: their checkout page, with the content. Only the gate, which has let the
 * reader in, can request it.
 */
export default async function BoughtPage({ searchParams }: BoughtPageProps) {
  const path = pathOf(await searchParams)
  const goods = await readOpened(path)
  if (!goods) return <MissingPage />
  const resource = `${siteFacts().origin}${path}`
  return (
    <article className={besideReceipt.page}>
      <div className={besideReceipt.text}>
        <GoodsHead
          title={goods.title}
          description={goods.description || undefined}
          icon={(await iconsOf([{ resource }])).get(resource)}
          shop={goods.shop}
          text={goods.length && { publishedAt: goods.publishedAt, minutes: goods.length.minutes }}
        />
        {goods.teaser && <FormattedText tree={goods.teaser} />}
        <OwnedLine path={path} />
        {goods.text && <FormattedText tree={goods.text} />}
        {goods.pass && <BoughtPass {...goods.pass} shop={goods.shop.href} path={path} />}
        {goods.file && <BoughtFile file={goods.file} path={path} />}
        {!goods.pass && <SaveLinks href={`${path}?save`} markdown={goods.text && `${path}.md?save`} />}
      </div>
      {goods.length && <Contents outline={goods.length.outline} />}
    </article>
  )
}

const pathOf = ({ of }: Awaited<BoughtPageProps['searchParams']>): string => (typeof of === 'string' ? of : '')

type BoughtPassProps = { covered: CoveredRoute[]; shop: string; path: string }

async function BoughtPass({ covered, shop, path }: BoughtPassProps) {
  const t = await getTranslations('checkout.pass')
  const until = (await findOwnPurchase(path))?.accessEndsAt ?? null
  return (
    <>
      <PassContents until={until} count={covered.length} goods={covered} shop={shop} />
      <p>
        <a href={`${path}?again`} className={buttonClass('plain')}>
          {t('again')}
        </a>
      </p>
    </>
  )
}

function BoughtFile({
  file: { name, mediaType, sizeBytes },
  path,
}: {
  file: NonNullable<BoughtGoods['file']>
  path: string
}) {
  const [t, inTerms] = [useTranslations('site'), useTranslations('terms')]
  const kind = mediaTypeInWords(inTerms, mediaType)
  return (
    <div className="grid gap-4">
      {isPicture(mediaType) && (
        // oxlint-disable-next-line nextjs/no-img-element -- Paid for: only this reader may see it, as it was sold.
        <img src={path} alt={name} className="max-w-full" />
      )}
      <p className="text-quiet wrap-anywhere">
        {t('bought.file', { name, kind, size: sizeInWords(inTerms, sizeBytes) })}
      </p>
    </div>
  )
}
