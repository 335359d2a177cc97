import type { Database, DatabaseTransaction } from '@/lib/base/infra/database'
import { isBurnAddress } from '@/lib/base/x402/addresses'
import { findShopPasses, type ShopPass } from '../passes/shop-passes'

export type ShopTerms = {
  /** Confirmed payout addresses by network, without any at which money is lost. */
  payees: ReadonlyMap<string, string>
  /** It takes payments out of an amount that a reader has put aside for the whole shop. */
  takesBudgets: boolean
  passes: readonly ShopPass[]
}

export async function findShopTerms(database: Database | DatabaseTransaction, sellerId: string): Promise<ShopTerms> {
  const [{ payees, takesBudgets }, passes] = await Promise.all([
    database.seller.findUniqueOrThrow({
      where: { id: sellerId },
      select: { takesBudgets: true, payees: { select: { network: true, address: true } } },
    }),
    findShopPasses(database, sellerId),
  ])
  const payable = payees.filter(({ network, address }) => !isBurnAddress(network, address))
  return { takesBudgets, passes, payees: new Map(payable.map(({ network, address }) => [network, address])) }
}

export const listAllPayees = (database: Database): Promise<{ network: string; address: string }[]> =>
  database.sellerPayee.findMany({ select: { network: true, address: true }, distinct: ['network', 'address'] })
