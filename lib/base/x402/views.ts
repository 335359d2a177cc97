import { z } from 'zod'
import type { Sentence } from '@/lib/base/sentences/sentence'
import type { RouteMethod } from './route-pattern'

/** Text in the API's JSON, typed as verbs return it: `toJson` writes it so. */
const writtenAs = <T>(text: z.ZodString) => text as unknown as z.ZodType<T> // Verbs' answers are written, never parsed.

export const id = z.string().uuid()
export const time = writtenAs<Date>(z.string().datetime())
export const atomic = writtenAs<bigint>(z.string().regex(/^\d{1,78}$/)).describe('Atomic units.')
export const routeState = z.enum(['draft', 'live', 'paused', 'archived'])
/** Atomic units that may be below zero. */
export const balance = writtenAs<bigint>(z.string())
export const routeMethod = writtenAs<RouteMethod>(z.string())
export const sentence = writtenAs<Sentence>(z.string())
export const nextCursor = z
  .string()
  .nullable()
  .describe('Send it as `cursor` to get the next page; null on the last one.')

/**
 * States of a payment at a resource server; delivery of its content is kept separately.
 * `streaming`: its answer is being sent, charged part by part. `received`: its money had arrived before
 * this server claimed it, so it may have opened something elsewhere, or its content failed too often after it was
 * settled. It opens nothing here and may be given back. `undecidable`: the chain can no longer tell how an unknown
 * payment ended.
 */
export const paymentStatuses = [
  'claimed',
  'abandoned',
  'spent_zero',
  'streaming',
  'settling',
  'settled',
  'received',
  'refused',
  'unknown',
  'undecidable',
] as const

export type PaymentStatus = (typeof paymentStatuses)[number]

export const isPaid = (status: string): boolean => status === 'settled' || status === 'received'

const givenBackStates = ['none', 'part', 'whole'] as const
/** A refund that is promised has a filter of its own, since part of the price may have gone back before. */
export const givenBackFilters = [...givenBackStates, 'promised'] as const
export type GivenBackFilter = (typeof givenBackFilters)[number]

const words = z.string().default('')

/** The seller's own words for invoices; empty where it wrote none. */
export const invoiceTermsShape = z.object({
  name: words,
  address: words,
  contact: words,
  tax: words,
  taxPercent: words,
})

/** Stays as it was issued, whatever is changed later. */
const invoiceShape = z.object({
  number: z.string().describe('The handle and a number that has no gaps within the shop.'),
  issuedAt: z.string().datetime(),
  seller: invoiceTermsShape,
  buyer: z.object({ name: words, address: words, taxId: words }).nullable().describe('Null until the buyer writes.'),
})
export type Invoice = z.infer<typeof invoiceShape>

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
  invoice: invoiceShape.nullable(),
})
export const timelineSteps = [
  'challenged',
  'signed',
  'verified',
  'produced',
  'settling',
  'settled',
  'released',
  'ended',
] as const

export type TimelineStep = { name: (typeof timelineSteps)[number]; at: Date; note: Sentence | null }

export type PaymentView = z.infer<typeof paymentShape>

export const refundShape = z.object({
  refundId: id,
  paymentId: id,
  network: z.string(),
  asset: z.string(),
  recipient: z.string().describe('The payer, who is paid back.'),
  amountAtomic: atomic,
  keepsAccess: z.boolean().describe('The purchase stays open, even when its whole price is given back.'),
  status: z.enum(['promised', 'confirmed']),
  transaction: z.string().nullable(),
  createdAt: time,
  confirmedAt: time.nullable(),
})
export type RefundView = z.infer<typeof refundShape>
