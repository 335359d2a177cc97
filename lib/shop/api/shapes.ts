import { z } from 'zod'
import { auditActs } from '@/lib/shop/sellers/audit/acts'
import { keyScopes } from '@/lib/shop/sellers/keys/scopes'
import { quotaNames } from '@/lib/shop/sellers/quotas/quotas'
import { routeKinds } from '@/lib/shop/sellers/routes/kinds'
import { routeAccess, routeSettings } from '@/lib/shop/sellers/routes/route-input'
import { profileInput } from '@/lib/shop/sellers/storefront/profile-input'

export const time = z.string().datetime()
export const atomic = z
  .string()
  .regex(/^\d{1,78}$/)
  .describe('Atomic units.')
export const id = z.string().uuid()
export const nextCursor = z
  .string()
  .nullable()
  .describe('Send it as `cursor` to get the next page; null on the last one.')
export const state = z.enum(['draft', 'live', 'paused', 'archived'])
const price = z.object({ dollars: z.string(), networks: z.array(z.string()), manySmallCalls: z.boolean() })
const paymentOption = z.object({
  scheme: z.enum(['exact', 'upto']),
  dollars: z.string(),
  networks: z.array(z.string()),
})

export const usage = z.object({ name: z.enum(quotaNames), used: z.number(), allowed: z.number() })

export const suspension = z
  .object({ reason: z.string(), isContentClosed: z.boolean().describe('Also closed to those who have paid.') })
  .nullable()
  .describe('That those who run the site have suspended it; else null.')

export const shopShape = z.object({
  suspension,
  quotas: z.array(usage).describe('What the shop has, and what it may have.'),
  sellerId: id,
  handle: z.string(),
  name: z.string(),
  profile: profileInput,
  payees: z.array(z.object({ network: z.string(), address: z.string(), confirmedAt: time })),
  networks: z.array(z.object({ id: z.string(), name: z.string(), isTest: z.boolean(), schemes: z.array(z.string()) })),
})

export const routeShape = z.object({
  routeId: id,
  kind: z.enum(routeKinds),
  state,
  title: z.string(),
  method: z.string(),
  path: z.string(),
  routeKey: z.string(),
  toolName: z.string().nullable().describe('What the route is called as an MCP tool, where it is one.'),
  url: z.string(),
  settings: routeSettings,
  suspension,
  faults: z
    .record(z.string())
    .describe('What to mend of a route that was saved before a rule, by field: documents of all sellers leave it out.'),
  article: z.object({ teaser: z.string(), body: z.string() }).nullable(),
  file: z.object({ name: z.string(), mediaType: z.string(), size: z.number(), sha256: z.string() }).nullable(),
  upstream: z
    .object({
      url: z.string(),
      headerNames: z.array(z.string()).describe('Values are never shown.'),
      timeoutMs: z.number(),
      maxBytes: z.number(),
    })
    .nullable(),
  listing: z.object({
    status: z.enum(['not_listed', 'processing', 'success', 'rejected']),
    reason: z.string().nullable(),
  }),
  createdAt: time,
  updatedAt: time,
})

export const routePageShape = z.object({
  routes: z.array(
    z.object({
      routeId: id,
      kind: z.enum(routeKinds),
      state,
      isSuspended: z.boolean(),
      title: z.string(),
      method: z.string(),
      path: z.string(),
      url: z.string(),
      price: price.nullable(),
      options: z.array(paymentOption).describe('Where it has several prices; `price` is then the dearest.'),
      access: z.enum(routeAccess).describe('`free` and `refused` are for operations of a gateway.'),
      updatedAt: time,
    }),
  ),
  nextCursor,
})

const challengeWarning = z.string().nullable().describe('Why some clients may not get its 402; null as a rule.')
export const newRouteShape = z.object({
  routeId: id,
  url: z.string(),
  state: z.enum(['draft', 'live']),
  challengeWarning,
})
export const copiedRouteShape = z.object({ routeId: id })
export const savedImageShape = z.object({
  imageId: id,
  address: z.string().describe('What a text shows it by: `![what it shows](image:…)`.'),
  width: z.number().describe('Of the largest width that is kept, in pixels.'),
  height: z.number(),
})
export const savedFileShape = z.object({ size: z.number(), sha256: z.string() })

const challenge = z.record(z.unknown()).describe('The decoded PAYMENT-REQUIRED.')
export const challengeShape = z.object({ challenge: challenge.nullable() })
export const previewShape = z.object({ challenge, challengeCharacters: z.number(), challengeWarning })

const refund = z.object({
  refundId: id,
  paymentId: id,
  network: z.string(),
  asset: z.string(),
  amountAtomic: atomic,
  status: z.enum(['promised', 'confirmed']),
  transaction: z.string().nullable(),
  createdAt: time,
  confirmedAt: time.nullable(),
})
export const refundsShape = z.object({
  confirmed: z.array(refund).describe('Seen on the chain, oldest first.'),
  promised: z.array(refund),
  leftAtomic: atomic.describe('Atomic units that may still go back.'),
})
export const promisedRefundShape = z.object({
  refundId: id,
  network: z.string(),
  asset: z.string(),
  to: z.string(),
  amountAtomic: atomic,
})
export const recordedRefundShape = z.object({
  status: z.enum(['confirmed', 'pending']).describe('`pending`: the chain does not show it yet; ask again.'),
})

const webhook = z.object({
  endpointId: id,
  url: z.string(),
  events: z.array(z.string()),
  isEnabled: z.boolean(),
  createdAt: time,
})
export const webhooksShape = z.object({ webhooks: z.array(webhook) })
export const newWebhookShape = z.object({ endpointId: id, key: z.string().describe('Shown this once.') })
export const deliveryPageShape = z.object({
  deliveries: z.array(
    z.object({
      deliveryId: id,
      endpointId: id,
      eventType: z.string(),
      body: z.string(),
      state: z.enum(['waiting', 'delivered', 'failed']),
      nextAttemptAt: time,
      createdAt: time,
      attempts: z.array(
        z.object({
          attemptedAt: time,
          elapsedMs: z.number(),
          responseStatus: z.number().nullable(),
          responseBody: z.string().nullable(),
          fault: z.string().nullable(),
        }),
      ),
    }),
  ),
  nextCursor,
})

export const mailboxSetShape = z.object({ address: z.string(), isConfirmed: z.boolean() })
export const mailboxShape = z.object({
  isAvailable: z.boolean().describe('False where the site sends no e-mail.'),
  address: z.string().nullable(),
  events: z.array(z.string()),
  language: z.string().nullable().describe('What the e-mails are written in.'),
  isConfirmed: z.boolean(),
  messages: z
    .array(
      z.object({
        messageId: id,
        address: z.string(),
        kind: z.string(),
        state: z.enum(['waiting', 'delivered', 'failed']),
        fault: z.string().nullable().describe('Why the last try failed, as a code.'),
        createdAt: time,
      }),
    )
    .describe('The last ones, newest first.'),
})

export const keysShape = z.object({
  keys: z.array(
    z.object({
      keyId: id,
      name: z.string(),
      scopes: z.array(z.enum(keyScopes)),
      ending: z.string().describe('The last four characters of the secret.'),
      createdAt: time,
      lastUsedAt: time.nullable(),
    }),
  ),
})
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
  fields: z.record(z.string()).describe('Why it cannot be saved yet, by field.'),
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

export const changeShape = z.object({
  changeId: id,
  at: time,
  act: z.enum(auditActs),
  subject: z.string().describe('An id, a network or an address.'),
  before: z.record(z.unknown()).nullable(),
  after: z.record(z.unknown()).nullable(),
  by: z.enum(['key', 'session', 'wallet', 'operator']),
  keyId: id.nullable(),
  sessionId: id.nullable(),
  wallet: z.string().nullable().describe('What signed the change, where it had to be signed.'),
})

export const changePageShape = z.object({ changes: z.array(changeShape), nextCursor })
