import { useNow, useTranslations } from 'next-intl'
import { SaveLinks } from '@/app/_checkout/save-links'
import { Cover } from '@/app/_components/cover'
import { networkName } from '@/lib/base/x402/networks'
import type { Copy } from '@/lib/shop/sellers/produce/produce-goods'
import { Icon } from '@/lib/site/ui/goods-head'
import { Link } from '@/lib/site/ui/link'
import { EmptyState } from '@/lib/site/ui/notice'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { PaymentAmount } from '../../dashboard/_components/payment-amount'
import type { BoughtTitle } from '../_server/bought-titles'
import type { LibraryPurchase } from '../_server/library'

type PurchaseListProps = {
  purchases: LibraryPurchase[]
  /** Goods that can be saved, by payment. */
  copies: ReadonlyMap<string, Copy>
  boughtTitle: BoughtTitle
  search: string
  pageSize: number
}

export function PurchaseList({ purchases, copies, boughtTitle, search, pageSize }: PurchaseListProps) {
  const t = useTranslations('library.purchases')
  const last = purchases.at(-1)
  if (!last) {
    return search ? (
      <EmptyState
        title={t('nothingFoundTitle')}
        action={<Link href="/library">{t('showAll')}</Link>}
        about={t('nothingFound', { search })}
      />
    ) : (
      <EmptyState
        title={t('nothingBoughtTitle')}
        about={t('nothingBought')}
        next={{ href: '/bazaar', label: t('bazaar'), variant: 'primary' }}
      />
    )
  }
  const older = new URLSearchParams({ ...(search && { q: search }), before: last.settledAt.toISOString() })
  return (
    <div className="grid gap-4">
      <ul aria-label={t('label')} className="border-t border-ink">
        {purchases.map((purchase) => (
          <li key={purchase.paymentId} className="border-b border-rule py-4">
            <Purchase
              purchase={purchase}
              copy={copies.get(purchase.paymentId)}
              {...boughtTitle(purchase.resourceUri)}
            />
          </li>
        ))}
      </ul>
      {purchases.length === pageSize && (
        <p>
          <Link href={`/library?${older}`}>{t('older')}</Link>
        </p>
      )}
    </div>
  )
}

type PurchaseProps = ReturnType<BoughtTitle> & { purchase: LibraryPurchase; copy: Copy | undefined }

/** The goods on the left; the price and the link to the receipt on the right, and below on a phone. */
function Purchase({ purchase, copy, icon, title, shop, kind, href }: PurchaseProps) {
  const t = useTranslations('library.purchases')
  const { network, settledAt, paymentId, isKept, accessEndsAt } = purchase
  const isArchived = copy?.isArchived === true
  const refunded = refundedOf(purchase)
  const now = useNow().getTime()
  const leftMs = accessEndsAt && accessEndsAt.getTime() - now
  const buyAgain = (address: string) => (
    <>
      {' · '}
      <a href={address} className="inline-block py-2 text-accent underline">
        {t('buyAgain')}
      </a>
    </>
  )
  return (
    <article className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Cover kind={kind} />
      <div className="min-w-0">
        <h2 className="font-serif text-reading font-strong wrap-anywhere" dir="auto">
          {isKept && !isArchived ? (
            // Opened by the browser itself: a paid URL answers with any content.
            <a href={href} className="-my-2 inline-block py-2 text-ink underline decoration-edge underline-offset-4">
              {title}
            </a>
          ) : (
            title
          )}
        </h2>
        <p className="flex flex-wrap items-center gap-x-1.5 text-small text-quiet wrap-anywhere">
          <Icon src={icon} size={16} />
          {shop && <>{shop} · </>}
          <Timestamp at={settledAt} />
          {!isKept && ` · ${t(refunded > 0n ? 'isGivenBack' : 'forOneAnswer')}`}
          {!isKept && refunded > 0n && kind !== 'unknown' && buyAgain(href)}
        </p>
        {accessEndsAt && leftMs !== null && !isArchived && (
          <p className="text-small">
            {t.rich(leftMs > 0 ? 'until' : 'ended', { date: () => <Timestamp at={accessEndsAt} /> })}
            {kind === 'pass' && leftMs < SOON_MS && buyAgain(`${href}?again`)}
          </p>
        )}
        {copy && (
          <div className="text-small">
            {isArchived && <p>{t('archived')}</p>}
            <SaveCopy copy={copy} paymentId={paymentId} />
          </div>
        )}
      </div>
      <div className="col-start-2 flex flex-wrap items-baseline gap-x-4 text-small sm:col-start-3 sm:grid sm:justify-items-end">
        <p className="sm:text-end">
          {t.rich('charged', {
            network: networkName(network),
            amount: () => <PaymentAmount {...purchase} amountAtomic={purchase.chargedAtomic} />,
            where: (where) => (
              <>
                {refunded > 0n && (
                  <span className="block text-quiet">
                    {t.rich('givenBack', { amount: () => <PaymentAmount {...purchase} amountAtomic={refunded} /> })}
                  </span>
                )}
                <span className="text-quiet">{where}</span>
              </>
            ),
          })}
        </p>
        <Link href={`/library/receipts/${paymentId}`} className="inline-flex min-h-11 items-center">
          {t.rich('receipt', { title, of: (words) => <span className="sr-only">{words}</span> })}
        </Link>
      </div>
    </article>
  )
}

const SOON_MS = 5 * 86_400_000

/** Saves what was bought by that payment. */
export const SaveCopy = ({ copy, paymentId }: { copy: Copy; paymentId: string }) => (
  <SaveLinks
    href={`/library/copies/${paymentId}`}
    markdown={copy.kind === 'file' ? null : `/library/copies/${paymentId}?as=markdown`}
  />
)

export const refundedOf = ({ refunds }: LibraryPurchase): bigint =>
  refunds.reduce((sum, { amountAtomic }) => sum + amountAtomic, 0n)
