import { z } from 'zod'
import { type Database, sql } from '@/lib/base/infra/database'
import type { ProvenWallet } from '@/lib/base/x402/addresses'
import type { ChannelKey } from '@/lib/base/x402/payment-channel'
import { atomic, balance, time } from '@/lib/base/x402/views'
import { type ChannelConfig } from '@/lib/channels/chain/channel-payload'
import { wherePayer } from '@/lib/payments/payment-sql'
import { channelConfig, isAsked } from './claims'

export const channelShape = z.object({
  channelId: z.string(),
  network: z.string(),
  asset: z.string(),
  payer: z.string(),
  payTo: z.string().describe('Where its money goes, whatever the payout address is now.'),
  leftAtomic: atomic.describe('Lies in it for further calls.'),
  chargedAtomic: atomic.describe('What its calls came to, claimed or not.'),
  unclaimedAtomic: atomic,
  isClosing: z.boolean().describe('Its payer has announced to take the rest.'),
  /** The seller has asked for a claim that has not been made yet. */
  isClaimAsked: z.boolean(),
  isPayoutDue: z.boolean().describe('What was claimed is on its way to `payTo`.'),
  openedAt: time,
  lastCallAt: time.nullable(),
  claimedAt: time.nullable(),
  /** Null where it was claimed by another's transaction. */
  claimTransaction: z.string().nullable(),
  claimGas: balance.nullable().describe('Gas that this transaction took; the site pays it.'),
  claimedTogether: z.number().nullable().describe('Channels that this transaction claimed.'),
})
export type ChannelView = z.infer<typeof channelShape>

/** `channels` are those with money left or unclaimed. */
export const channelSumShape = z.object({
  network: z.string(),
  asset: z.string(),
  channels: z.number(),
  unclaimedAtomic: atomic,
  leftAtomic: atomic,
  isClaimAsked: z.boolean(),
})
export type ChannelSum = z.infer<typeof channelSumShape>

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

const columns = sql`network, id, ${channelConfig} AS config, balance_atomic AS "balanceAtomic",
  charged_atomic AS "chargedAtomic", signed_atomic AS "signedAtomic", signature,
  withdraw_requested_at AS "withdrawRequestedAt", opened_at AS "openedAt", charged_at AS "chargedAt",
  resource_uri AS "resourceUri"`

const MAX_CHANNELS = 200

/** Channels of these wallets with money left in them, the last used first. */
export async function listPayerChannels(database: Database, wallets: readonly ProvenWallet[]): Promise<PayerChannel[]> {
  if (wallets.length === 0) return []
  return database.rows<PayerChannel>(sql`
    SELECT ${columns} FROM payment_channels
    WHERE ${wherePayer('payer', wallets)} AND signature IS NOT NULL AND balance_atomic > charged_atomic
    ORDER BY charged_at DESC NULLS LAST, id LIMIT ${MAX_CHANNELS}`)
}

/** Null for an unknown channel and for another payer's alike. */
export async function findPayerChannel(
  database: Database,
  wallets: readonly ProvenWallet[],
  { network, id }: ChannelKey,
): Promise<PayerChannel | null> {
  if (wallets.length === 0) return null
  const [channel] = await database.rows<PayerChannel>(sql`
    SELECT ${columns} FROM payment_channels
    WHERE network = ${network} AND id = ${id} AND ${wherePayer('payer', wallets)} AND signature IS NOT NULL`)
  return channel ?? null
}

const leftAtomic = sql.raw('greatest(balance_atomic - charged_atomic, 0)')
const unclaimedAtomic = sql.raw('greatest(charged_atomic - claimed_atomic, 0)')

/** Channels that paid for calls of a shop, newest first, starting after a given one. */
export async function listShopChannels(
  database: Database,
  { handle, after, limit }: { handle: string; after: string | null; limit: number },
): Promise<ChannelView[]> {
  const place = after
    ? sql`AND (opened_at, id) < (
        SELECT opened_at, id FROM payment_channels WHERE id = ${after} AND shops @> ARRAY[${handle}] LIMIT 1)`
    : sql.empty
  return database.rows<ChannelView>(sql`
    SELECT id AS "channelId", network, token AS asset, payer, receiver AS "payTo", ${leftAtomic} AS "leftAtomic",
      charged_atomic AS "chargedAtomic", ${unclaimedAtomic} AS "unclaimedAtomic",
      withdraw_requested_at IS NOT NULL AS "isClosing", ${isAsked} AS "isClaimAsked", is_unsettled AS "isPayoutDue",
      opened_at AS "openedAt", charged_at AS "lastCallAt", claimed_at AS "claimedAt",
      claim_transaction AS "claimTransaction", claim_gas AS "claimGas", claimed_together AS "claimedTogether"
    FROM payment_channels WHERE shops @> ARRAY[${handle}] ${place}
    ORDER BY opened_at DESC, id DESC LIMIT ${limit}`)
}

export const sumShopChannels = (database: Database, handle: string): Promise<ChannelSum[]> =>
  database.rows<ChannelSum>(sql`
    SELECT network, token AS asset, count(*)::int AS channels, sum(${leftAtomic}) AS "leftAtomic",
      sum(${unclaimedAtomic}) AS "unclaimedAtomic", bool_or(${isAsked}) AS "isClaimAsked"
    FROM payment_channels
    WHERE shops @> ARRAY[${handle}] AND (balance_atomic > charged_atomic OR charged_atomic > claimed_atomic)
    GROUP BY 1, 2 ORDER BY sum(${unclaimedAtomic}) DESC, 1, 2`)
