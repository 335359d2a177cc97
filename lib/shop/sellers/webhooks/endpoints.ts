import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { DomainError } from '@/lib/base/infra/domain-error'
import { isUuid } from '@/lib/base/infra/identifiers'
import { ruled, say } from '@/lib/base/sentences/say'
import { id, time } from '@/lib/base/x402/views'
import { type Actor, shopOf } from '../actor'
import { inOwnShop } from '../audit/own-shop'
import { findUpstreamFault } from '../find-upstream-fault'
import { InputRefusedError, parseInput } from '../input-refused-error'
import { isOperating } from '../operating/suspensions'
import type { SellersContext } from '../ports'
import { enforceQuota } from '../quotas/quotas'
import { originOf } from '../routes/route-settings'
import { sealText } from '../seal'
import { viewOf } from '../views'

/**
 * The events of a shop. `payment.refunded`: the chain has shown a refund. `payment.received`: money came for undelivered content. `payment.resolved`: its outcome was
 * unknown, and now is not. `listing.changed`: the bazaar listed, removed or refused a route. `upstream.failing`: the
 * seller's own server repeatedly fails its buyers. `gas.low`: a gas wallet of this site is low; only for operators.
 */
export const webhookEvents = [
  'payment.settled',
  'payment.received',
  'payment.refused',
  'payment.refunded',
  'payment.resolved',
  'listing.changed',
  'upstream.failing',
  'gas.low',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

export const endpointInput = z
  .object({
    url: z.string().max(2048),
    events: z.array(z.enum(webhookEvents)).min(1, ruled('chooseEvent')),
  })
  .strict()

export async function createEndpoint(
  context: SellersContext,
  actor: Actor,
  input: unknown,
): Promise<{ endpointId: string; key: string }> {
  const { sealKey, limits } = context
  const { url, events } = parseInput(endpointInput, input)
  if (events.includes('gas.low') && !(await isOperating(context, actor))) {
    throw new InputRefusedError({ events: say('gasOperators') })
  }
  const fault = await findUpstreamFault(context, url)
  if (fault) throw new InputRefusedError({ url: fault })
  const id = randomUUID()
  const key = `whsec_${randomBytes(32).toString('base64')}`
  const sealedKey = sealText(sealKey, id, key)
  await inOwnShop(context, actor, async ({ transaction, sellerId, now, record }) => {
    await enforceQuota(transaction, { sellerId, name: 'webhooks', quotas: limits.quotas, now })
    const row = { id, sellerId, url, events: [...new Set(events)], sealedKey, sweptUntil: now, createdAt: now }
    await transaction.webhookEndpoint.create({ data: row })
    await record('webhook.added', id, { after: { origin: originOf(url), events: row.events } })
  })
  return { endpointId: id, key }
}

export const endpointShape = z.object({
  endpointId: id,
  url: z.string(),
  events: z.array(z.string()),
  isEnabled: z.boolean(),
  createdAt: time,
})
export type EndpointView = z.infer<typeof endpointShape>

export async function listEndpoints({ database }: SellersContext, actor: Actor): Promise<EndpointView[]> {
  const rows = await database.webhookEndpoint.findMany({
    where: { seller: shopOf(actor) },
    orderBy: { createdAt: 'asc' },
  })
  return rows.map((row) => viewOf(endpointShape, { ...row, endpointId: row.id }))
}

/** Deletes a webhook with all of its deliveries. Fails with `ENDPOINT_NOT_FOUND`. */
export async function removeEndpoint(context: SellersContext, actor: Actor, endpointId: string): Promise<void> {
  if (!isUuid(endpointId)) throw notFound()
  const where = { id: endpointId, seller: shopOf(actor) }
  await inOwnShop(context, actor, async ({ transaction, record }) => {
    const endpoint = await transaction.webhookEndpoint.findFirst({ where })
    if (!endpoint) throw notFound()
    await transaction.webhookEndpoint.delete({ where: { id: endpointId } })
    await transaction.outboxItem.deleteMany({ where: { receiver: endpointId } })
    await record('webhook.removed', endpointId, {
      before: { origin: originOf(endpoint.url), events: endpoint.events },
    })
  })
}

const notFound = () => new DomainError('ENDPOINT_NOT_FOUND', say('webhookUnknown'))
