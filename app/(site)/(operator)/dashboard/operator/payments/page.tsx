import { getTranslations } from 'next-intl/server'
import { SearchForm } from '@/app/_site/search-form'
import { titled, unindexed } from '@/app/_site/titled'
import { paymentColumns } from '@/app/(site)/dashboard/_components/payment-columns'
import type { SitePayment } from '@/lib/shop/sellers/operating/site-payments'
import type { Translate } from '@/lib/site/messages/translate'
import { type Column, DataTable } from '@/lib/site/ui/data-table'
import { EmptyState } from '@/lib/site/ui/empty-state'
import { Link } from '@/lib/site/ui/link'
import { readSitePayments } from '../_server/operator-reads'

export const generateMetadata = titled('operator.payments.title', unindexed)

const OWN = '/dashboard/operator/payments'

export default async function OperatorPaymentsPage({ searchParams }: PageProps<'/dashboard/operator/payments'>) {
  const { q, after } = await searchParams
  const search = typeof q === 'string' ? q.replaceAll('\0', '').trim().slice(0, 100) : ''
  const page = { ...(search && { search }), ...(typeof after === 'string' && { cursor: after }) }
  const { payments, nextCursor } = await readSitePayments(page)
  const [t, ofPayments] = await Promise.all([getTranslations('operator'), getTranslations('payments')])
  const [whatFor, ...rest] = paymentColumns(ofPayments, new Map(), (open) => `${OWN}/${open}`)
  return (
    <div className="grid gap-8">
      <header className="grid max-w-measure gap-2">
        <h1 className="font-serif text-display font-strong">{t('payments.title')}</h1>
        <p>{t('payments.about')}</p>
      </header>
      <SearchForm action={OWN} label={ofPayments('filter.search')} search={search} send={t('shops.send')} />
      {payments.length > 0 && whatFor ? (
        <DataTable
          caption={t('payments.title')}
          isCaptionHidden
          columns={[whatFor, shopColumn(t), ...rest]}
          rows={payments}
          rowKey={({ paymentId }) => paymentId}
          isPressable
        />
      ) : (
        <EmptyState title={ofPayments(search ? 'nothingFound.title' : 'none.title')}>
          {search && <p>{ofPayments('nothingFound.about')}</p>}
        </EmptyState>
      )}
      {nextCursor && (
        <Link href={`${OWN}?${new URLSearchParams({ q: search, after: nextCursor })}`}>{ofPayments('older')}</Link>
      )}
    </div>
  )
}

const shopColumn = (t: Translate<'operator'>): Column<SitePayment> => ({
  title: t('shops.shop'),
  isPlain: true,
  cell: ({ shop }) => shop ?? t('payments.ownRoute'),
})
