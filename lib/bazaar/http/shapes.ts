import { z } from 'zod'
import { jsonObject } from '@/lib/base/http/open-api'

const optionShape = z.object({
  scheme: z.string(),
  network: z.string(),
  amount: z.string().optional().describe('Atomic units. `maxAmountRequired` is the same. What is unknown is missing.'),
  maxAmountRequired: z.string().optional(),
  asset: z.string().optional(),
  payTo: z.string().optional(),
  maxTimeoutSeconds: z.number().int().optional(),
  extra: jsonObject.optional(),
  resource: z.string().optional(),
  description: z.string().optional(),
  mimeType: z.string().optional(),
  outputSchema: jsonObject.optional(),
})

const warningShape = z.object({
  code: z.enum(['price_differs', 'payee_differs', 'payee_changed', 'no_answer', 'never_asked']),
  text: z.string(),
  at: z.string().datetime(),
})

/** An entry as it is listed. Tests check the endpoints' answers against these shapes. */
export const entryShape = z.object({
  resource: z.string(),
  type: z.enum(['http', 'mcp']),
  x402Version: z.number().int().optional().describe('As declared; missing where the listing says none.'),
  accepts: z.array(optionShape),
  lastUpdated: z.string().datetime(),
  quality: z
    .object({
      l30DaysTotalCalls: z.number().int(),
      l30DaysUniquePayers: z.number().int(),
      warnings: z.array(warningShape).describe('What a buyer should know before paying.'),
      group: z
        .object({ size: z.number().int(), first: z.string() })
        .optional()
        .describe('Entries of one service in this answer: how many, and the key of the first.'),
    })
    .describe('Calls paid for here in thirty days; of payers, those independent of the seller.'),
  metadata: jsonObject.describe(
    '`turnpike` holds what this catalog found out: proof, health, payments, when the payee changed.',
  ),
  description: z.string().optional(),
  mimeType: z.string().optional(),
  serviceName: z.string().optional(),
  tags: z.array(z.string()).optional(),
  iconUrl: z.string().optional(),
  extensions: jsonObject.optional(),
  discoveryInfo: jsonObject.optional(),
})

const page = z.object({ limit: z.number().int(), total: z.number().int() })

export const listShape = z.object({
  items: z.array(entryShape),
  pagination: page.extend({ offset: z.number().int() }),
  facets: jsonObject.optional(),
})

export const searchShape = z.object({
  x402Version: z.literal(2),
  resources: z.array(entryShape),
  partialResults: z.boolean().optional().describe('True when nothing really fits.'),
  pagination: page.extend({ cursor: z.string().nullable() }),
  understood: jsonObject.describe('What was read from the words.'),
  facets: jsonObject.optional(),
})

export const outcomeShape = z.object({
  status: z.enum(['success', 'rejected', 'processing']),
  key: z.string().optional(),
  code: z.string().optional(),
  rejectedReason: z.string().optional(),
})

export const validationShape = z.object({
  url: z.string(),
  method: z.string(),
  isListable: z.boolean(),
  checks: z.array(
    z.object({
      id: z.string(),
      level: z.enum(['required', 'advisory']),
      isPassed: z.boolean(),
      found: z.string(),
      fix: z.string().nullable(),
    }),
  ),
})

export const merchantShape = z.object({
  x402Version: z.literal(2),
  payTo: z.string(),
  resources: z.array(entryShape),
  pagination: page.extend({ offset: z.number().int() }),
})

export const preflightShape = z.object({
  url: z.string(),
  method: z.string(),
  warnings: z.array(warningShape).describe('By plain rules; no verdict.'),
  answer: z.object({
    status: z.number().int().nullable(),
    latencyMs: z.number().nullable(),
    problem: z.string().nullable().describe('Why its terms could not be read.'),
  }),
  terms: jsonObject.nullable().describe('The terms of the live 402, which a payment would sign.'),
  listing: z
    .object({
      key: z.string(),
      firstSeenAt: z.string().datetime(),
      payeeChangedAt: z.string().datetime().nullable(),
      lastAskedAt: z.string().datetime().nullable(),
      uptime30d: z.number().nullable(),
      independentPayers: z.number().int(),
      payments: z.number().int(),
    })
    .nullable()
    .describe('What this catalog knows of it; null where it is not listed.'),
  askedAt: z.string().datetime(),
})
