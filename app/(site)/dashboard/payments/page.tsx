import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { titled } from '@/app/_site/titled'
import { DataTable } from '@/lib/site/ui/data-table'
import { EmptyState } from '@/lib/site/ui/empty-state'
import { Link } from '@/lib/site/ui/link'
import { FollowLive } from '../_components/follow-live'
import { newestInWords } from '../_components/newest-in-words'
import { paymentColumns } from '../_components/payment-columns'
import { Beside, openPayment } from '../_payment/opened-payment'
import { readPayments, readRouteNames } from '../_server/seller-reads'
import { PaymentFilter } from './_components/payment-filter'
import { readPaymentFilter } from './_components/read-payment-filter'

export const generateMetadata = titled('payments.title')

export default async function PaymentsPage({ searchParams }: PageProps<'/dashboard/payments'>) {
  const query = await searchParams
  const { status, search, routeId, filter, kept } = readPaymentFilter(query)
  const isFiltered = Object.keys(filter).length > 0
  const cursor = typeof query.after === 'string' ? query.after : ''
  const { payments, nextCursor } = await readPayments({ ...filter, ...(cursor && { cursor }) })
  const names = await readRouteNames(payments)
  const t = await getTranslations('payments')
  const place = { ...kept, ...(cursor && { after: cursor }) }
  const hrefOf = (open?: string) => `/dashboard/payments?${new URLSearchParams({ ...place, ...(open && { open }) })}`
  const opened = await openPayment(query.open, hrefOf())
  return (
    <Beside opened={opened}>
      <h1 className="font-serif text-display font-strong">{t('title')}</h1>
      <FollowLive isWanted={cursor === ''} />
      <p role="status" className="sr-only">
        {newestInWords(t, payments[0], names)}
      </p>
      {(payments.length > 0 || isFiltered) && <PaymentFilter search={search} status={status} routeId={routeId} />}
      {payments.length > 0 && (
        <p>
          <a
            href={`/dashboard/payments/export?${new URLSearchParams(kept)}`}
            className="inline-flex min-h-11 items-center text-accent underline underline-offset-4 hover:text-accent-strong"
          >
            {t('csv')}
          </a>
        </p>
      )}
      <DataTable
        caption={t('title')}
        isCaptionHidden
        columns={paymentColumns(t, names, hrefOf)}
        rows={payments}
        rowKey={(row) => row.paymentId}
        isPressable
        empty={<NoPayments isFiltered={isFiltered} />}
      />
      {nextCursor && (
        <p>
          <Link href={`/dashboard/payments?${new URLSearchParams({ ...kept, after: nextCursor })}`}>{t('older')}</Link>
        </p>
      )}
    </Beside>
  )
}

function NoPayments({ isFiltered }: { isFiltered: boolean }) {
  const t = useTranslations('payments')
  if (isFiltered) {
    return (
      <EmptyState
        title={t('nothingFound.title')}
        about={t('nothingFound.about')}
        next={{ href: '/dashboard/payments', label: t('nothingFound.all') }}
      />
    )
  }
  return (
    <EmptyState
      title={t('none.title')}
      about={t('none.about')}
      next={{ href: '/dashboard/routes', label: t('none.choose') }}
    />
  )
}
