import type { Database } from '@/lib/base/infra/database'
import { findShopTerms, type ShopTerms } from '../payments/shop-terms'
import { findStoredFaults } from './check-route'
import { describeTool, type ToolShape } from './describe-tool'
import { type ServedRoute, toServedRoute } from './to-served-route'

export type OfferedTool = ToolShape & {
  name: string
  title: string
  served: ServedRoute
  isListed: boolean
  /** Changes whenever anything changes that the tool depends on. */
  version: string
}

/** The live tool of that name; null for none, and for one whose declaration keeps it out of the list. */
export async function findTool(database: Database, name: string): Promise<OfferedTool | null> {
  const row = await database.storedRoute.findUnique({ where: { toolName: name, ...sold }, include: parts })
  return row && (toOffered(row, await findShopTerms(database, row.sellerId))[0] ?? null)
}

/** Tools by name: those of one shop, or the most recently changed ones of all shops. */
export async function listTools(
  database: Database,
  { handle, limit }: { handle: string | null; limit: number },
): Promise<OfferedTool[]> {
  const rows = await database.storedRoute.findMany({
    where: {
      toolName: { not: null },
      ...sold,
      ...(handle === null ? {} : { seller: { handle, suspendedReason: null } }),
    },
    include: parts,
    orderBy: { updatedAt: 'desc' },
    take: limit,
  })
  const sellerIds = [...new Set(rows.map(({ sellerId }) => sellerId))]
  const known = await Promise.all(sellerIds.map(async (id) => [id, await findShopTerms(database, id)] as const))
  const shops = new Map(known)
  return rows
    .flatMap((row) => {
      const shop = shops.get(row.sellerId)
      return shop ? toOffered(row, shop) : []
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

export async function keepListedTools(database: Database, names: string[]): Promise<Set<string>> {
  const rows = await database.storedRoute.findMany({
    where: {
      toolName: { in: names },
      ...sold,
      listingSuspendedReason: null,
      settings: { path: ['discovery', 'isListed'], equals: true },
    },
    select: { toolName: true },
  })
  return new Set(rows.map(({ toolName }) => toolName ?? '')) // Asked for by the query.
}

/** On sale now: live and not suspended. */
const sold = { state: 'live', suspendedReason: null, seller: { suspendedReason: null } } as const

const parts = {
  upstream: { select: { timeoutMs: true } },
  seller: { select: { handle: true, suspendedReason: true, isContentClosed: true } },
} as const

type ToolRow = Parameters<typeof toServedRoute>[0] & {
  toolName: string | null
  method: string
  path: string
  revision: number
  seller: { handle: string }
}

/** Leaves out a tool from before a rule that it may break for all who read the list. */
function toOffered(row: ToolRow, shop: ShopTerms): [] | [OfferedTool] {
  const { served, settings } = toServedRoute(row, shop)
  if (Object.keys(findStoredFaults({ ...row, settings })).length > 0) return []
  const { handle } = row.seller
  return [
    {
      ...describeTool(settings, { title: row.title, method: row.method, path: `/x/${handle}${row.path}` }),
      name: row.toolName ?? '', // Asked for by the query.
      title: row.title,
      served,
      isListed: settings.discovery.isListed,
      // The row's own revision, read with it: the shop's may be newer by then.
      version: `${row.id} ${row.revision}`,
    },
  ]
}
