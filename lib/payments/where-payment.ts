import { Prisma } from '@/lib/base/infra/database'
import { addressIdentity } from '@/lib/base/x402/addresses'
import type { ProvenWallet } from '@/lib/base/x402/proven-wallet'
import { reasons } from '@/lib/base/x402/reasons'

/** SQL: payments that bought something here, also where the content was given up and the money is owed back. */
export const whereBought = Prisma.raw(
  `(status = 'settled' OR (status = 'received' AND reason = '${reasons.deliveryExhausted}'))`,
)

/**
 * SQL: rows whose payer is one of these wallets, by the column that holds its identity: a key's on every network, a
 * contract wallet's on the one where it was proven. No rows without wallets.
 */
export function wherePayer(column: 'payer' | 'payer_identity', wallets: readonly ProvenWallet[]): Prisma.Sql {
  const name = Prisma.raw(column)
  const each = wallets.map(({ scope, address }) => {
    const isOwn = Prisma.sql`${name} = ${addressIdentity(scope, address)}`
    return scope.includes(':') ? Prisma.sql`(${isOwn} AND network = ${scope})` : isOwn
  })
  return Prisma.sql`(${Prisma.join([Prisma.sql`FALSE`, ...each], ' OR ')})`
}

/** Whose purchases: those of wallets that have signed, and payments whose content the asking browser received. */
export type Owner = { wallets: readonly ProvenWallet[]; payments: readonly string[] }

export const whereOwner = ({ wallets, payments }: Owner): Prisma.Sql =>
  Prisma.sql`(${wherePayer('payer_identity', wallets)} OR id = ANY(${[...payments]}::uuid[]))`

export const ownsNothing = ({ wallets, payments }: Owner): boolean => wallets.length === 0 && payments.length === 0
