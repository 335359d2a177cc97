import Form from 'next/form'
import { useTranslations } from 'next-intl'
import { getFormatter, getTranslations } from 'next-intl/server'
import { siteFacts } from '@/app/_server/site-facts'
import { Form as ActForm } from '@/app/(site)/_components/form'
import { Page } from '@/app/(site)/_components/page'
import type { PaymentView } from '@/lib/base/x402/views'
import type { Statement } from '@/lib/shop/sellers/payments/earnings'
import { Button } from '@/lib/site/ui/button'
import { PrintButton } from '@/lib/site/ui/copy-button'
import { type Column, DataTable } from '@/lib/site/ui/data-table'
import { SelectField } from '@/lib/site/ui/fields'
import { Link } from '@/lib/site/ui/link'
import { EmptyState } from '@/lib/site/ui/notice'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { EarningsTable } from '../../_components/earnings-table'
import { amountColumn, PaymentAmount } from '../../_components/payment-amount'
import { read, readOwnShop, readRouteNames, titledForSellers } from '../../_server/dashboard'
import { issueInvoices } from '../../_server/forms'

export const generateMetadata = titledForSellers('earnings.statement.title')

export default async function StatementPage({ searchParams }: PageProps<'/dashboard/earnings/statement'>) {
  const [{ month }, { seller }] = await Promise.all([searchParams, readOwnShop()])
  const months = lastMonths(new Date())
  const chosen = months.find((each) => each === month) ?? months[0] ?? ''
  const [statement, site] = await Promise.all([read('getStatement', { month: chosen }), siteFacts()])
  const [t, format] = await Promise.all([getTranslations('earnings'), getFormatter()])
  const monthInWords = (of: string) =>
    format.dateTime(new Date(`${of}-01T00:00:00Z`), { month: 'long', year: 'numeric' })
  const dayOf = (date: Date) => format.dateTime(date, { day: 'numeric', month: 'long', year: 'numeric' })
  const period = { from: dayOf(statement.from), until: dayOf(new Date(statement.until.getTime() - 1)) }
  const { name, handle } = seller
  return (
    <Page
      className="max-w-[52rem]"
      back={{ href: '/dashboard/earnings', label: t('title') }}
      title={t('statement.heading', { month: monthInWords(chosen) })}
      head={
        <>
          <p className="wrap-anywhere">
            {name}
            <span className="block text-quiet">
              {site.name}, {site.origin}/x/{handle}
            </span>
          </p>
          <p className="text-quiet">{t(statement.isRunning ? 'statement.running' : 'statement.period', period)}</p>
        </>
      }
    >
      <Form action="/dashboard/earnings/statement" className="flex flex-wrap items-end gap-4 print:hidden">
        <div className="min-w-48">
          <SelectField
            id="month"
            name="month"
            label={t('statement.month')}
            key={chosen}
            defaultValue={chosen}
            options={months.map((value) => ({ value, label: monthInWords(value) }))}
          />
        </div>
        <Button type="submit">{t('statement.show')}</Button>
      </Form>
      {statement.byNetwork.length === 0 ? (
        <EmptyState title={t('statement.empty.title')} about={t('statement.empty.about')} />
      ) : (
        <>
          <EarningsTable {...statement} names={await readRouteNames(statement.byRoute)} caption={t('statement.sold')} />
          <p className="text-small text-quiet">{t('statement.about')}</p>
          <Invoices {...statement} />
          <p className="print:hidden">
            <PrintButton />
          </p>
        </>
      )}
    </Page>
  )
}

function Invoices({ month, invoices }: Pick<Statement, 'month' | 'invoices'>) {
  const t = useTranslations('earnings')
  const linked = ({ invoice, paymentId }: PaymentView) => (
    <Link href={`/library/receipts/${paymentId}`}>{invoice?.number}</Link>
  )
  const columns: Column<PaymentView>[] = [
    { title: t('invoices.number'), cell: linked },
    { title: t('invoices.paid'), cell: ({ settledAt }) => settledAt && <Timestamp at={settledAt} /> },
    {
      title: t('statement.cameIn'),
      isNumeric: true,
      cell: (row) => <PaymentAmount {...row} amountAtomic={row.settledAtomic ?? 0n} />,
    },
    amountColumn(t('statement.givenBack'), 'refundedAtomic'),
  ]
  return (
    <>
      {invoices.length > 0 && <DataTable caption={t('invoices.title')} rows={invoices} columns={columns} />}
      <div className="grid gap-2 print:hidden">
        <p className="text-small text-quiet">{t('invoices.about')}</p>
        <ActForm action={issueInvoices} hidden={{ month }} label={t('invoices.issue')} variant="plain" />
      </div>
    </>
  )
}

/** This month and the eleven before it (UTC), such as `2026-01`. */
const lastMonths = (now: Date): string[] =>
  Array.from({ length: 12 }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7),
  )
