import { privateHeaders } from '@/lib/base/http/problem'
import { readPaymentFilter } from '../../_components/payment-words'
import { read } from '../../_server/dashboard'

const encoder = new TextEncoder()

/** Spreadsheets read a file of letters beyond ASCII as UTF-8 only where it begins with this mark. */
const BYTE_ORDER_MARK = '\ufeff'

const marked = () =>
  new TransformStream<Uint8Array, Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(BYTE_ORDER_MARK)),
  })

/** All payments that the page's filter selects, as CSV for spreadsheets; the API's has no mark. */
export async function GET(request: Request): Promise<Response> {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const body = await read('exportPayments', readPaymentFilter(query).filter)
  return new Response(body.pipeThrough(marked()), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="payments.csv"',
      ...privateHeaders,
    },
  })
}
