import type { Actor } from '../actor'
import type { SellersContext } from '../ports'

export type EndpointView = { endpointId: string; url: string; events: string[]; isEnabled: boolean; createdAt: Date }

/** The actor's own webhooks, oldest first. */
export async function listEndpoints({ database }: SellersContext, actor: Actor): Promise<EndpointView[]> {
  const rows = await database.webhookEndpoint.findMany({
    where: { seller: { accountId: actor.accountId } },
    orderBy: { createdAt: 'asc' },
  })
  return rows.map(({ id, url, events, isEnabled, createdAt }) => ({
    endpointId: id,
    url,
    events,
    isEnabled,
    createdAt,
  }))
}
