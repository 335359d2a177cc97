import { DomainError } from '@/lib/base/infra/domain-error'
import { isUuid } from '@/lib/base/infra/is-uuid'
import { say } from '@/lib/base/sentences/say'
import type { Actor } from '../actor'
import type { SellersContext } from '../ports'
import { ownQuotas, type Quotas } from '../quotas/quotas'
import { readUsageOf, type Usage } from '../quotas/read-usage'
import type { RouteState } from '../routes/route-input'
import { type Suspension, suspensionOf } from '../suspensions/suspension'
import { requireOperator } from './require-operator'

export type TestRoute = {
  routeId: string
  title: string
  method: string
  path: string
  state: RouteState
  suspension: Suspension | null
  /** Why its listing is suspended; else null. */
  listingReason: string | null
}

export type ShopView = {
  sellerId: string
  handle: string
  name: string
  openedAt: Date
  suspension: Suspension | null
  usage: Usage[]
  /** Limits that an operator has set for this shop; the others are as configured. */
  ownQuotas: Partial<Quotas>
  /** Limits of shops for which no operator has set others. */
  configuredQuotas: Quotas
  payees: { network: string; address: string }[]
  routes: TestRoute[]
  nextCursor: string | null
}

type Filter = { search?: string; cursor?: string; limit?: number }

/** One shop with its routes, without archived ones, for operators. Fails with `SHOP_NOT_FOUND`. */
export async function getShop(
  context: SellersContext,
  actor: Actor,
  handle: string,
  { search = '', cursor, limit = 50 }: Filter = {},
): Promise<ShopView> {
  await requireOperator(context, actor)
  const contains = { contains: search.replaceAll('\0', '').slice(0, 100), mode: 'insensitive' as const }
  const seller = await context.database.seller.findUnique({
    where: { handle },
    include: {
      payees: { select: { network: true, address: true }, orderBy: { network: 'asc' } },
      routes: {
        where: {
          state: { not: 'archived' },
          ...(search === '' ? {} : { OR: [{ title: contains }, { path: contains }] }),
          ...(cursor !== undefined && isUuid(cursor) ? { id: { lt: cursor } } : {}),
        },
        orderBy: { id: 'desc' },
        take: limit + 1,
      },
    },
  })
  if (!seller) throw new DomainError('SHOP_NOT_FOUND', say('shopUnknown'))
  const shown = seller.routes.slice(0, limit)
  return {
    sellerId: seller.id,
    handle,
    name: seller.name,
    openedAt: seller.createdAt,
    suspension: suspensionOf(seller),
    usage: await readUsageOf(context, seller.id),
    ownQuotas: ownQuotas.parse(seller.quotas),
    configuredQuotas: context.limits.quotas,
    payees: seller.payees,
    routes: shown.map((row) => ({
      routeId: row.id,
      title: row.title,
      method: row.method,
      path: row.path,
      state: row.state,
      suspension: suspensionOf(row),
      listingReason: row.listingSuspendedReason,
    })),
    nextCursor: seller.routes.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}
