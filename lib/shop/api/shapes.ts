import { z } from 'zod'
import { atomic, id, sentence } from '@/lib/base/x402/answer-parts'
import { sellerShape } from '@/lib/shop/sellers/find-seller'
import { usageShape } from '@/lib/shop/sellers/quotas/read-usage'

export const shopShape = sellerShape.extend({
  quotas: z.array(usageShape).describe('What the shop has, and what it may have.'),
  networks: z.array(z.object({ id: z.string(), name: z.string(), isTest: z.boolean(), schemes: z.array(z.string()) })),
})

const challengeWarning = z.string().nullable().describe('Why some clients may not get its 402; null as a rule.')
export const newRouteShape = z.object({
  routeId: id,
  url: z.string(),
  state: z.enum(['draft', 'live']),
  challengeWarning,
})
export const copiedRouteShape = z.object({ routeId: id })
export const savedFileShape = z.object({ size: z.number(), sha256: z.string() })

const challenge = z.record(z.unknown()).describe('The decoded PAYMENT-REQUIRED.')
export const challengeShape = z.object({ challenge: challenge.nullable() })
export const previewShape = z.object({ challenge, challengeCharacters: z.number(), challengeWarning })

export const newWebhookShape = z.object({ endpointId: id, key: z.string().describe('Shown this once.') })
export const mailboxSetShape = z.object({ address: z.string(), isConfirmed: z.boolean() })
export const newKeyShape = z.object({ keyId: id, secret: z.string().describe('Shown this once.') })

const card = z.object({
  title: z.string(),
  resource: z.string(),
  method: z.string(),
  description: z.string().nullable(),
  tags: z.array(z.string()),
  options: z.array(
    z.object({
      scheme: z.string(),
      network: z.string(),
      asset: z.string(),
      amountAtomic: atomic.nullable(),
      coin: z.object({ symbol: z.string(), decimals: z.number() }).nullable(),
    }),
  ),
})
export const reviewShape = z.object({
  fields: z.record(sentence).describe('Why it cannot be saved yet, by field.'),
  challenge: challenge.nullable(),
  challengeCharacters: z.number(),
  challengeWarning,
  freeHtml: z.string().nullable().describe('The free part of an article as everybody reads it.'),
  html: z.string().nullable(),
  isHtmlCut: z.boolean().describe('That `html` shows only the beginning of a long text.'),
  card: card.nullable(),
  cardProblem: z.string().nullable(),
})
export const listingChecksShape = z.object({
  checks: z.array(
    z.object({
      id: z.string(),
      level: z.enum(['required', 'advisory']),
      isPassed: z.boolean(),
      found: z.string(),
      advice: z.string().nullable(),
      isFixable: z.boolean(),
    }),
  ),
})
export const snippetsShape = z.object({
  snippets: z.array(z.object({ title: z.string(), name: z.string(), code: z.string() })),
})
