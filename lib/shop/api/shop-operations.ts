import { z } from 'zod'
import { DomainError } from '@/lib/base/infra/domain-error'
import { time as answeredTime, id, paymentShape, sentence, timelineSteps } from '@/lib/base/x402/views'
import { buildPaymentTimeline } from '@/lib/payments/payment-timeline'
import { parseInput } from '@/lib/shop/sellers/input-refused-error'
import { createKey, keyInput, keyShape, listKeys, revokeKey } from '@/lib/shop/sellers/keys/keys'
import {
  earningsShape,
  lastDays,
  readStatement,
  statementShape,
  summarizeEarnings,
} from '@/lib/shop/sellers/payments/earnings'
import { issuedInvoicesShape, issueInvoices } from '@/lib/shop/sellers/payments/invoices'
import { confirmPayTo, payToInput } from '@/lib/shop/sellers/payments/payees'
import {
  exportPayments,
  getPayment,
  listPayments,
  paymentFilter,
  paymentPageQuery,
  paymentPageShape,
} from '@/lib/shop/sellers/payments/payments'
import { readUsage } from '@/lib/shop/sellers/quotas/quotas'
import { findSeller } from '@/lib/shop/sellers/shop'
import { profileInput, saveProfile } from '@/lib/shop/sellers/storefront/profile'
import { type ApiCall, operation, shopShape } from './operation'

const payeeInput = payToInput.omit({ network: true })

async function getShop({ context, actor, ports }: ApiCall) {
  const seller = await findSeller(context, actor)
  if (!seller) throw new Error('A key belongs to a shop, and this shop is gone.')
  const quotas = await readUsage(context, actor)
  return { ...seller, quotas, networks: await ports.sellableNetworks() }
}

function refuseWider({ scopes }: Pick<ApiCall, 'scopes'>, body: unknown): void {
  const wanted = keyInput.safeParse(body).data?.scopes ?? []
  const missing = wanted.filter((scope) => !scopes.has(scope))
  if (missing.length > 0) {
    throw new DomainError('SCOPE_MISSING', `This key cannot give what it does not have: ${missing.join(', ')}.`)
  }
}

export const shopOperations = {
  getShop: operation('GET /shop', 'shop:read', {
    summary: 'The shop, where its money goes, what it has and may have, and the networks that routes can be priced on.',
    answer: shopShape,
    isVersioned: true,
    run: getShop,
  }),
  saveProfile: operation('PUT /shop/profile', 'shop:write', {
    summary: 'Sets all that the shop says of itself on its page: name, words, links and picture.',
    body: profileInput,
    answer: profileInput,
    isConditional: true,
    run: ({ context, actor, body, expected }) => saveProfile(context, actor, body, expected),
  }),
  confirmPayTo: operation('PUT /shop/payees/{network}', 'payees:write', {
    summary: 'Sets where the money of one network goes, for every route at once.',
    body: payeeInput,
    answer: shopShape,
    isConfirmed: true,
    run: async (call) => {
      const payee = { network: call.params.network, ...parseInput(payeeInput, call.body) }
      await confirmPayTo(call.context, call.actor, payee, call.proof)
      return getShop(call)
    },
  }),
  listKeys: operation('GET /keys', 'keys:read', {
    summary: 'Lists the keys in force.',
    answer: z.object({ keys: z.array(keyShape) }),
    run: async ({ context, actor }) => ({ keys: await listKeys(context, actor) }),
  }),
  createKey: operation('POST /keys', 'keys:write', {
    summary: 'Makes a key with scopes that the calling key has too. Its secret is shown this once.',
    body: keyInput,
    answer: z.object({ keyId: id, secret: z.string().describe('Shown this once.') }),
    successStatus: 201,
    isConfirmed: true,
    run: async (call) => {
      refuseWider(call, call.body)
      return createKey(call.context, call.actor, call.body, call.proof)
    },
  }),
  revokeKey: operation('DELETE /keys/{keyId}', 'keys:write', {
    summary: 'Ends a key at once.',
    run: (call) => revokeKey(call.context, call.actor, call.params.keyId),
  }),
}

const paymentWithTimelineShape = paymentShape.extend({
  timeline: z.array(z.object({ name: z.enum(timelineSteps), at: answeredTime, note: sentence.nullable() })),
})

const rangeQuery = z
  .object({
    days: z.coerce.number().int().min(1).max(400).default(30).describe('The last so many days (UTC), today included.'),
  })
  .strict()

export const paymentOperations = {
  listPayments: operation('GET /payments', 'payments:read', {
    summary: 'Lists every attempt to pay a route of the shop, newest first.',
    query: paymentPageQuery,
    answer: paymentPageShape,
    run: ({ context, actor, query }) => listPayments(context, actor, query),
  }),
  exportPayments: operation('GET /payments.csv', 'payments:read', {
    summary: 'The payments that the filter means, as CSV.',
    query: paymentFilter,
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
    run: (call) => readStatement(call.context, call.actor, { month: call.params.month }),
  }),
  issueInvoices: operation('POST /statements/{month}/invoices', 'shop:write', {
    summary: 'Numbers the payments of a month that have no invoice, the oldest first: up to 1,000 at once.',
    answer: issuedInvoicesShape,
    run: (call) => issueInvoices(call.context, call.actor, { month: call.params.month }),
  }),
}
