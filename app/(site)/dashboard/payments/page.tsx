import Form from 'next/form'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { titled } from '@/app/_site/titled'
import type { PaymentView } from '@/lib/base/x402/payment-view'
import type { NamedRoute } from '@/lib/shop/sellers/routes/routes'
import type { Translate } from '@/lib/site/messages/translate'
import { Button } from '@/lib/site/ui/button'
import { DataTable } from '@/lib/site/ui/data-table'
import { EmptyState } from '@/lib/site/ui/empty-state'
import { Link } from '@/lib/site/ui/link'
import { SelectField } from '@/lib/site/ui/select-field'
import { TextField } from '@/lib/site/ui/text-field'
import { FollowLive } from '../_components/follow-live'
import { paymentColumns } from '../_components/payment-columns'
import { paymentStates, stateOf } from '../_components/payment-words'
import { pathOf } from '../_components/sold-title'
import { readPayments, readRouteNames } from '../_server/seller-reads'
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
  return (
    <div className="grid gap-8">
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
        columns={paymentColumns(t, names)}
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
    </div>
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

/** Changes, and is read out, whenever a payment arrives or changes its status. */
function newestInWords(
  t: Translate<'payments'>,
  newest: PaymentView | undefined,
  names: ReadonlyMap<string, NamedRoute>,
): string {
  if (!newest) return ''
  const { resourceUri, routeKey } = newest
  return t('newest', {
    what: names.get(routeKey)?.title ?? pathOf(resourceUri),
    status: t(`status.${stateOf(newest)}`),
  })
}

type PaymentFilterProps = { search: string; status: string; routeId: string }

function PaymentFilter({ search, status, routeId }: PaymentFilterProps) {
  const t = useTranslations('payments')
  const options = paymentStates.map((value) => ({ value, label: t(`status.${value}`) }))
  return (
    <Form action="/dashboard/payments" role="search" className="flex flex-wrap items-end gap-4">
      {routeId && <input type="hidden" name="route" value={routeId} />}
      <div className="min-w-48 flex-1">
        <TextField id="q" name="q" type="search" label={t('filter.search')} defaultValue={search} maxLength={100} />
      </div>
      <div className="min-w-40">
        <SelectField
          id="status"
          name="status"
          label={t('columns.state')}
          defaultValue={status}
          options={[{ value: '', label: t('filter.any') }, ...options]}
        />
      </div>
      <Button type="submit">{t('filter.show')}</Button>
    </Form>
  )
}
