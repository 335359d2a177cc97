import { type Database, Prisma } from '@/lib/base/infra/database'
import type { ChannelConfig, ChannelKey } from '@/lib/base/x402/payment-channel'
import type { ProvenWallet } from '@/lib/base/x402/proven-wallet'
import { wherePayer } from '../where-payer'
import { channelConfig } from './claims'

/** A channel as its payer sees it, in atomic units of its token. */
export type PayerChannel = ChannelKey & {
  config: ChannelConfig
  /** Deposits less what has gone back. */
  balanceAtomic: bigint
  chargedAtomic: bigint
  /** The latest voucher that was charged, which proves the sum. */
  signedAtomic: bigint
  signature: string
  /** The payer has begun to take the rest without the receiver. */
  withdrawRequestedAt: Date | null
  openedAt: Date
  chargedAt: Date | null
  /** Resource of the last charge; null where that was before it was noted. */
  resourceUri: string | null
}

const columns = Prisma.sql`network, id, ${channelConfig} AS config, balance_atomic AS "balanceAtomic",
  charged_atomic AS "chargedAtomic", signed_atomic AS "signedAtomic", signature,
  withdraw_requested_at AS "withdrawRequestedAt", opened_at AS "openedAt", charged_at AS "chargedAt",
  resource_uri AS "resourceUri"`

const MAX_CHANNELS = 200

/** Channels of these wallets with money left in them, the last used first. */
export async function listPayerChannels(database: Database, wallets: readonly ProvenWallet[]): Promise<PayerChannel[]> {
  if (wallets.length === 0) return []
  return database.$queryRaw<PayerChannel[]>`
    SELECT ${columns} FROM payment_channels
    WHERE ${wherePayer('payer', wallets)} AND signature IS NOT NULL AND balance_atomic > charged_atomic
    ORDER BY charged_at DESC NULLS LAST, id LIMIT ${MAX_CHANNELS}`
}

/** Null for an unknown channel and for another payer's alike. */
export async function findPayerChannel(
  database: Database,
  wallets: readonly ProvenWallet[],
  { network, id }: ChannelKey,
): Promise<PayerChannel | null> {
  if (wallets.length === 0) return null
  const [channel] = await database.$queryRaw<PayerChannel[]>`
    SELECT ${columns} FROM payment_channels
    WHERE network = ${network} AND id = ${id} AND ${wherePayer('payer', wallets)} AND signature IS NOT NULL`
  return channel ?? null
}
