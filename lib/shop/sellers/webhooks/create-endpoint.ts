import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { ruled, say } from '@/lib/base/sentences/say'
import { type Actor, getOwnSeller, lockOwnShop } from '../actor'
import { recordChange } from '../audit/record-change'
import { findUpstreamFault } from '../find-upstream-fault'
import { InputRefusedError, parseInput } from '../input-refused-error'
import type { SellersContext } from '../ports'
import { enforceQuota } from '../quotas/enforce-quota'
import { originOf } from '../routes/route-facts'
import { sealText } from '../seal'
import { webhookEvents } from './events'

export const endpointInput = z
  .object({
    url: z.string().max(2048),
    events: z.array(z.enum(webhookEvents)).min(1, ruled('chooseEvent')),
  })
  .strict()

/** Adds a webhook. The signing key is returned only now. */
export async function createEndpoint(
  context: SellersContext,
  actor: Actor,
  input: unknown,
): Promise<{ endpointId: string; key: string }> {
  const { database, clock, sealKey } = context
  const { id: sellerId } = await getOwnSeller(database, actor)
  const { url, events } = parseInput(endpointInput, input)
  if (events.includes('gas.low') && !(await context.operatorAccounts()).includes(actor.accountId)) {
    throw new InputRefusedError({ events: say('gasOperators') })
  }
  const fault = await findUpstreamFault(context, url)
  if (fault) throw new InputRefusedError({ url: fault })
  const id = randomUUID()
  const key = `whsec_${randomBytes(32).toString('base64url')}`
  const sealedKey = sealText(sealKey, id, key)
  const now = clock()
  const row = { id, sellerId, url, events: [...new Set(events)], sealedKey, sweptUntil: now, createdAt: now }
  await database.$transaction(async (transaction) => {
    await lockOwnShop(transaction, actor)
    await enforceQuota(transaction, { sellerId, name: 'webhooks', quotas: context.limits.quotas, now })
    await transaction.webhookEndpoint.create({ data: row })
    const after = { origin: originOf(url), events: row.events }
    await recordChange(transaction, actor, { at: now, sellerId, act: 'webhook.added', subject: id, after })
  })
  return { endpointId: id, key }
}
