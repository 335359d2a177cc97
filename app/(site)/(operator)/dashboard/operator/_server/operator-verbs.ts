import { asSeller, readers } from '@/app/(site)/dashboard/_server/dashboard'
import type { DomainCode } from '@/lib/base/infra/domain-codes'
import { getShop, listShops } from '@/lib/shop/sellers/operating/shops'
import { listSuspensions, suspend } from '@/lib/shop/sellers/operating/suspensions'

const answeredAsNothing: ReadonlySet<DomainCode> = new Set(['OPERATOR_REQUIRED', 'SHOP_NOT_FOUND'])

/** For all but operators, these pages do not exist. Each verb checks that the actor is an operator. */
const { own, ownOrNull } = readers((code) => answeredAsNothing.has(code))

export const readShops = own(listShops)
export const readShop = ownOrNull(getShop)
export const readSuspensions = own(listSuspensions)
export const suspendShop = asSeller(suspend)
