import { z } from 'zod'
import { atomic, balance, nextCursor, sentence, time } from '@/lib/base/x402/answer-parts'
import { audiences } from '@/lib/base/x402/audience'
import { paymentShape } from '@/lib/base/x402/payment-view'

export const paymentPageShape = z.object({ payments: z.array(paymentShape), nextCursor })
export const paymentWithTimelineShape = paymentShape.extend({
  timeline: z.array(z.object({ name: z.string(), at: time, note: sentence.nullable() })),
})

const earning = z.object({
  network: z.string(),
  asset: z.string(),
  amountAtomic: atomic.describe('What came in, in atomic units.'),
  undeliveredAtomic: atomic.describe('Of that, received for what was not delivered, and not given back yet.'),
  payments: z.number(),
  refunds: z.number(),
  refundedAtomic: atomic.describe('Refunds that the chain has shown in that time, whenever their payments were made.'),
  promisedAtomic: atomic.describe('Refunds that are promised and not on the chain yet: `keptAtomic` still holds them.'),
  keptAtomic: balance.describe('What came in less what was given back, in atomic units; may be below zero.'),
})
const day = z.string().describe('UTC.')
export const earningsShape = z.object({
  byNetwork: z.array(earning),
  byRoute: z.array(earning.extend({ routeKey: z.string() })).describe('The 100 that kept the most, of each asset.'),
  byDay: z.array(earning.extend({ day })),
})

export const statementShape = z.object({
  month: z.string(),
  from: time,
  until: time,
  isRunning: z.boolean().describe('The month has not ended.'),
  byNetwork: earningsShape.shape.byNetwork,
  byRoute: earningsShape.shape.byRoute,
})

const conversion = z.object({
  audience: z.enum(audiences).nullable(),
  served: z.number(),
  signed: z.number(),
  settled: z.number(),
})
export const conversionShape = z.object({
  byRoute: z
    .array(conversion.extend({ routeKey: z.string() }))
    .describe('The 100 busiest of the last 30 days at most.'),
  byDay: z.array(conversion.extend({ day })),
})
