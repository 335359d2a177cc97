import type { Actor } from '../actor'
import type { SellersContext } from '../ports'

export type UpstreamKeyView = { keyId: string; signsFrom: Date; createdAt: Date }

/** The keys of the actor's own shop, without their secrets: the one that signs, and the one that will. */
export async function listUpstreamKeys(
  { database }: Pick<SellersContext, 'database'>,
  actor: Actor,
): Promise<UpstreamKeyView[]> {
  const rows = await database.upstreamKey.findMany({
    where: { seller: { accountId: actor.accountId } },
    orderBy: { signsFrom: 'asc' },
  })
  return rows.map(({ id, signsFrom, createdAt }) => ({ keyId: id, signsFrom, createdAt }))
}
