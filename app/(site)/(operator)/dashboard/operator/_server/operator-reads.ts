import { notFound } from 'next/navigation'
import type { DomainCode } from '@/lib/infra/domain-codes'
import { listAllChanges, type SiteChangePage } from '@/lib/sellers/audit/list-changes'
import { type InvitationPage, listInvitations } from '@/lib/sellers/invitations/list-invitations'
import { getShop, type ShopView } from '@/lib/sellers/operating/get-shop'
import { listShops, type ShopPage } from '@/lib/sellers/operating/list-shops'
import { listSuspensions, type SuspensionView } from '@/lib/sellers/operating/list-suspensions'
import { type DashboardRead, readDashboard } from '../../../../dashboard/_server/dashboard'

type Filter = { search?: string; cursor?: string }

export const readShops = (filter: Filter): Promise<ShopPage> =>
  operating(({ context, actor }) => listShops(context, actor, filter))

/** Null where there is none of that name. */
export const readShop = async (handle: string, filter: Filter): Promise<ShopView | null> =>
  (await find(({ context, actor }) => getShop(context, actor, handle, filter)))?.value ?? null

export const readInvitations = (filter: Pick<Filter, 'cursor'>): Promise<InvitationPage> =>
  operating(({ context, actor }) => listInvitations(context, actor, filter))

/** Everything that is suspended now. */
export const readSuspensions = (): Promise<SuspensionView[]> =>
  operating(({ context, actor }) => listSuspensions(context, actor))

/** Who changed what in all shops, newest first. */
export const readSiteChanges = (page: unknown): Promise<SiteChangePage> =>
  operating(({ context, actor }) => listAllChanges(context, actor, page))

/** Reads as the operator who is signed in; for all others there is no such page. */
async function operating<T>(read: DashboardRead<T>): Promise<T> {
  const found = await find(read)
  return found ? found.value : notFound()
}

const find = <T>(read: DashboardRead<T>) => readDashboard(read, (code) => answeredAsNothing.has(code))

const answeredAsNothing: ReadonlySet<DomainCode> = new Set(['OPERATOR_REQUIRED', 'SHOP_NOT_FOUND', 'INPUT_REFUSED'])
