import { z } from 'zod'
import { time as answeredTime, sentence } from '@/lib/base/x402/answer-parts'
import { paymentShape } from '@/lib/base/x402/payment-view'
import { buildPaymentTimeline } from '@/lib/payments/payment-timeline'
import {
  earningsShape,
  lastDays,
  readStatement,
  statementShape,
  summarizeEarnings,
} from '@/lib/shop/sellers/payments/earnings'
import {
  exportPayments,
  getPayment,
  listPayments,
  paymentFilter,
  paymentPageInput,
  paymentPageShape,
} from '@/lib/shop/sellers/payments/payments'
import { operation, pageLimit } from './operation'

const expected = 'Expected a time such as 2026-01-31T00:00:00Z.'

const instant = z
  .string()
  .datetime(expected)
  // The database knows no year 0.
  .refine((text) => !text.startsWith('0000'), expected)
  .transform((text) => new Date(text))

const time = (words: string) => instant.optional().describe(words)

const times = { from: time('Claimed at that time or later.'), until: time('Claimed before that time.') }
const filterQuery = paymentFilter.extend(times)
const pageQuery = paymentPageInput.extend({ ...times, limit: pageLimit })

const paymentWithTimelineShape = paymentShape.extend({
  timeline: z.array(z.object({ name: z.string(), at: answeredTime, note: sentence.nullable() })),
})

const rangeQuery = z
  .object({
    days: z.coerce.number().int().min(1).max(400).default(30).describe('The last so many days (UTC), today included.'),
  })
  .strict()

export const paymentOperations = {
  listPayments: operation('GET /payments', 'payments:read', {
    summary: 'Lists every attempt to pay a route of the shop, newest first.',
    query: pageQuery,
    answer: paymentPageShape,
    run: ({ context, actor, query }) => listPayments(context, actor, query),
  }),
  exportPayments: operation('GET /payments.csv', 'payments:read', {
    summary: 'The payments that the filter means, as CSV.',
    query: filterQuery,
    answer: 'csv',
    run: ({ context, actor, query }) => exportPayments(context, actor, query),
  }),
  getPayment: operation('GET /payments/{paymentId}', 'payments:read', {
    summary: 'A payment with what became of it, step by step.',
    answer: paymentWithTimelineShape,
    run: async (call) => {
      const payment = await getPayment(call.context, call.actor, call.params.paymentId)
      return { ...payment, timeline: buildPaymentTimeline(payment) }
    },
  }),
  getEarnings: operation('GET /earnings', 'payments:read', {
    summary: 'What came in, was given back and was kept, by day, route, network and asset.',
    query: rangeQuery,
    answer: earningsShape,
    run: ({ context, actor, query }) => summarizeEarnings(context, actor, lastDays(context.clock(), query.days)),
  }),
  getStatement: operation('GET /statements/{month}', 'payments:read', {
    summary: 'What came in and was given back in a month (UTC), such as `2026-01`.',
    answer: statementShape,
    refusals: [422],
    run: (call) => readStatement(call.context, call.actor, { month: call.params.month }),
  }),
}
