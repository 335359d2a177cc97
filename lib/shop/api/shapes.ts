import { z } from 'zod'
import { id } from '@/lib/base/x402/answer-parts'
import { usageShape } from '@/lib/shop/sellers/quotas/usage'
import { sellerShape } from '@/lib/shop/sellers/shop'

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

export const listingChecksShape = z.object({
  checks: z.array(
    z.object({
      id: z.string(),
      level: z.enum(['required', 'advisory']),
      isPassed: z.boolean(),
      found: z.string(),
      advice: z.string().nullable(),
    }),
  ),
})
export const snippetsShape = z.object({
  snippets: z.array(z.object({ title: z.string(), name: z.string(), code: z.string() })),
})
