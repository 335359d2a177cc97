import { readPaymentsExport } from '../../_server/seller-reads'
import { readPaymentFilter } from '../_components/read-payment-filter'

/** All payments that the page's filter selects, as CSV. */
export async function GET(request: Request): Promise<Response> {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const body = await readPaymentsExport(readPaymentFilter(query).filter)
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="payments.csv"',
      'Cache-Control': 'private, no-store',
      Vary: 'Cookie',
    },
  })
}
