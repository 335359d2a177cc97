import { z } from 'zod'
import { atomic, id, time } from './answer-parts'
import { paymentStatuses } from './payment-status'

const givenBackStates = ['none', 'part', 'whole'] as const
/** A refund that is promised has a filter of its own, since part of the price may have gone back before. */
export const givenBackFilters = [...givenBackStates, 'promised'] as const
export type GivenBackFilter = (typeof givenBackFilters)[number]

/** A payment as its seller may see it. Its signature and payload stay in the ledger. */
export const paymentShape = z.object({
  paymentId: id,
  routeKey: z.string(),
  resourceUri: z.string(),
  network: z.string(),
  scheme: z.string(),
  asset: z.string(),
  payer: z.string(),
  payTo: z.string(),
  authorizedAtomic: atomic,
  settledAtomic: atomic.nullable(),
  refundedAtomic: atomic.describe('What the chain has shown to be given back.'),
  promisedAtomic: atomic.describe('Refunds that are promised and not on the chain yet.'),
  givenBack: z.enum(givenBackStates).describe('How much of what was paid has been given back.'),
  keptAtomic: atomic.nullable().describe('What came in less what was given back; null until it is paid.'),
  status: z.enum(paymentStatuses),
  reason: z.string().nullable(),
  transaction: z.string().nullable(),
  requestId: z.string().nullable().describe('The `X-Request-Id` of the answer to the request that brought it.'),
  upstreamStatus: z
    .number()
    .nullable()
    .describe('What the upstream answered, where its answer was not worth the price.'),
  isPreempted: z.boolean(),
  wasUnknown: z.boolean(),
  challengedAt: time.nullable(),
  claimedAt: time,
  verifiedAt: time.nullable(),
  producedAt: time.nullable(),
  settlingAt: time.nullable(),
  settledAt: time.nullable(),
  deliveredAt: time.nullable(),
  endedAt: time.nullable(),
})
export type PaymentView = z.infer<typeof paymentShape>
