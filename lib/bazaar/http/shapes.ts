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

const lookOutShape = z.object({
  kind: z.string(),
  effect: z.enum(['stop', 'care']),
  text: z.string(),
  evidence: jsonObject,
  firstSeenAt: z.string().datetime(),
  lastSeenAt: z.string().datetime(),
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
      lookOuts: z.array(lookOutShape).describe('What a buyer should know before paying, the gravest first.'),
      checkedAt: z
        .record(z.enum(['terms', 'text', 'host', 'payments']), z.string().datetime())
        .describe('When look-outs were last searched by each check; missing where that never was.'),
      group: z
        .object({ size: z.number().int(), first: z.string() })
        .optional()
        .describe('Entries of one service in this answer: how many, and the key of the first.'),
    })
    .describe('Calls paid for here in thirty days; of payers, those independent of the seller.'),
  metadata: jsonObject.describe(
    '`turnpike` holds what this catalog found out: proof, health, payments, what it looked out for once.',
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
  pagination: page.extend({ cursor: z.string().nullable(), answering: z.number().int() }),
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
  method: z.string().optional(),
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
  method: z.string().optional(),
  toolName: z.string().nullable(),
  verdict: z.enum(['pay', 'pay_with_care', 'do_not_pay']),
  reasons: z.array(
    z.object({
      code: z.string(),
      effect: z.enum(['stop', 'care', 'note', 'good']).describe('`note` speaks neither for nor against it.'),
      text: z.string(),
      at: z.string().datetime().describe('When the fact was true.'),
      evidence: jsonObject,
    }),
  ),
  terms: jsonObject.nullable().describe('The terms of the live 402, which a payment would sign.'),
  key: z.string().nullable().describe('Of its listing here.'),
  askedAt: z.string().datetime(),
})
