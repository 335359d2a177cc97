import { readers } from '@/app/(site)/dashboard/_server/dashboard'
import type { DomainCode } from '@/lib/base/infra/domain-codes'
import { listAllChanges } from '@/lib/shop/sellers/audit/list-changes'
import { listInvitations } from '@/lib/shop/sellers/invitations/list-invitations'
import { getShop } from '@/lib/shop/sellers/operating/get-shop'
import { listShops } from '@/lib/shop/sellers/operating/list-shops'
import { listSuspensions } from '@/lib/shop/sellers/operating/list-suspensions'

const answeredAsNothing: ReadonlySet<DomainCode> = new Set(['OPERATOR_REQUIRED', 'SHOP_NOT_FOUND', 'INPUT_REFUSED'])

/** For all but operators, these pages do not exist. */
const { own, ownOrNull } = readers((code) => answeredAsNothing.has(code))

export const readShops = own(listShops)
export const readShop = ownOrNull(getShop)
export const readInvitations = own(listInvitations)
export const readSuspensions = own(listSuspensions)
export const readSiteChanges = own(listAllChanges)
