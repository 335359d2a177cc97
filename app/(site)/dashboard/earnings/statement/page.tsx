import type { Metadata } from 'next'
import Form from 'next/form'
import { notFound } from 'next/navigation'
import { Button } from '@/lib/ui/button'
import { DataTable } from '@/lib/ui/data-table'
import { EmptyState } from '@/lib/ui/empty-state'
import { Link } from '@/lib/ui/link'
import { PrintButton } from '@/lib/ui/print-button'
import { SelectField } from '@/lib/ui/select-field'
import { isTestNetwork, networkName } from '@/lib/x402/networks'
import { siteFacts } from '../../../../_server/site-facts'
import { PaymentAmount } from '../../_components/payment-amount'
import { SoldTitle } from '../../_components/sold-title'
import { openDashboard } from '../../_server/dashboard'
import { readRouteNames, readStatement, type Statement } from '../../_server/seller-reads'

export const metadata: Metadata = { title: 'Statement' }

type Props = { searchParams: Promise<{ month?: string | string[] }> }

/** A month of the shop on one sheet, for the seller's own books. */
export default async function StatementPage({ searchParams }: Props) {
  const [{ month }, dashboard] = await Promise.all([searchParams, openDashboard()])
  if (!dashboard?.seller) notFound()
  const months = lastMonths(new Date())
  const chosen = months.find((each) => each === month) ?? months[0] ?? ''
  const [statement, site] = await Promise.all([readStatement(chosen), siteFacts()])
  const { name, handle } = dashboard.seller
  return (
    <div className="grid max-w-[52rem] gap-8">
      <header className="grid gap-3">
        <p className="print:hidden">
          <Link href="/dashboard/earnings" className="inline-flex min-h-11 items-center">
            Earnings
          </Link>
        </p>
        <h1 className="font-serif text-display font-strong">{`Statement, ${monthInWords(chosen)}`}</h1>
        <p className="wrap-anywhere">
          {name}
          <span className="block text-quiet">
            {site.name}, {site.origin}/x/{handle}
          </span>
        </p>
        <p className="text-quiet">
          {`From ${dayOf(statement.from)} to the end of ${dayOf(new Date(statement.until.getTime() - 1))}, UTC.`}
          {statement.isRunning && ' The month has not ended: this may still change.'}
        </p>
      </header>
      <Form action="/dashboard/earnings/statement" className="flex flex-wrap items-end gap-4 print:hidden">
        <div className="min-w-48">
          <SelectField
            id="month"
            name="month"
            label="Month"
            key={chosen}
            defaultValue={chosen}
            options={months.map((value) => ({ value, label: monthInWords(value) }))}
          />
        </div>
        <Button type="submit">Show</Button>
      </Form>
      {statement.byNetwork.length === 0 ? (
        <EmptyState title="An empty month">
          <p>Nothing came in, and nothing was given back.</p>
        </EmptyState>
      ) : (
        <StatementTables statement={statement} names={await readRouteNames(statement.byRoute)} />
      )}
    </div>
  )
}

function StatementTables({
  statement: { byNetwork, byRoute },
  names,
}: {
  statement: Statement
  names: Awaited<ReturnType<typeof readRouteNames>>
}) {
  return (
    <>
      <DataTable
        caption="In all"
        rows={byNetwork}
        rowKey={({ network, asset }) => `${network} ${asset}`}
        columns={[
          {
            title: 'Network',
            cell: ({ network }) => `${networkName(network)}${isTestNetwork(network) ? ', test money' : ''}`,
          },
          { title: 'Payments', isNumeric: true, cell: ({ payments }) => payments },
          { title: 'Came in', isNumeric: true, cell: (line) => <PaymentAmount {...line} /> },
          { title: 'Refunds', isNumeric: true, cell: ({ refunds }) => refunds },
          {
            title: 'Given back',
            isNumeric: true,
            cell: (line) => <PaymentAmount {...line} amountAtomic={line.refundedAtomic} />,
          },
          {
            title: 'Kept',
            isNumeric: true,
            cell: (line) => (
              <strong className="font-strong">
                {line.keptAtomic < 0n && '−'}
                <PaymentAmount {...line} amountAtomic={line.keptAtomic < 0n ? -line.keptAtomic : line.keptAtomic} />
              </strong>
            ),
          },
        ]}
      />
      {byRoute.length > 0 && (
        <DataTable
          caption="What was sold"
          rows={byRoute}
          rowKey={({ routeKey, network, asset }) => `${routeKey} ${network} ${asset}`}
          columns={[
            { title: 'Route', cell: ({ routeKey }) => <SoldTitle route={names.get(routeKey)} path={routeKey} /> },
            { title: 'On', cell: ({ network }) => networkName(network) },
            { title: 'Payments', isNumeric: true, cell: ({ payments }) => payments },
            { title: 'Came in', isNumeric: true, cell: (earning) => <PaymentAmount {...earning} /> },
          ]}
        />
      )}
      <p className="text-small text-quiet">
        Payments count in the month in which they settled, refunds in the month in which the chain has shown them. The
        site takes no fee, and buyers pay none for the network.
      </p>
      <p className="print:hidden">
        <PrintButton />
      </p>
    </>
  )
}

/** This month and the eleven before it (UTC), such as `2026-01`. */
const lastMonths = (now: Date): string[] =>
  Array.from({ length: 12 }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7),
  )

const monthInWords = (month: string) =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const dayOf = (date: Date) =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
