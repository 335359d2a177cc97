import { type Database, Prisma } from '@/lib/base/infra/database'
import type { ChannelConfig, ChannelKey } from '@/lib/base/x402/payment-channel'
import type { ProvenWallet } from '@/lib/base/x402/proven-wallet'
import { wherePayer } from '../where-payer'

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

type Row = Omit<PayerChannel, 'config' | 'balanceAtomic' | 'chargedAtomic' | 'signedAtomic'> &
  ChannelConfig & { balance: string; charged: string; signed: string }

const columns = Prisma.raw(`network, id, payer, payer_authorizer AS "payerAuthorizer", receiver,
  receiver_authorizer AS "receiverAuthorizer", token, withdraw_delay AS "withdrawDelay", salt,
  balance_atomic::text AS balance, charged_atomic::text AS charged, signed_atomic::text AS signed, signature,
  withdraw_requested_at AS "withdrawRequestedAt", opened_at AS "openedAt", charged_at AS "chargedAt",
  resource_uri AS "resourceUri"`)

const MAX_CHANNELS = 200

/** Channels of these wallets with money left in them, the last used first. */
export async function listPayerChannels(database: Database, wallets: readonly ProvenWallet[]): Promise<PayerChannel[]> {
  if (wallets.length === 0) return []
  const rows = await database.$queryRaw<Row[]>`
    SELECT ${columns} FROM payment_channels
    WHERE ${wherePayer('payer', wallets)} AND signature IS NOT NULL AND balance_atomic > charged_atomic
    ORDER BY charged_at DESC NULLS LAST, id LIMIT ${MAX_CHANNELS}`
  return rows.map(toChannel)
}

/** Null for an unknown channel and for another payer's alike. */
export async function findPayerChannel(
  database: Database,
  wallets: readonly ProvenWallet[],
  { network, id }: ChannelKey,
): Promise<PayerChannel | null> {
  if (wallets.length === 0) return null
  const [row] = await database.$queryRaw<Row[]>`
    SELECT ${columns} FROM payment_channels
    WHERE network = ${network} AND id = ${id} AND ${wherePayer('payer', wallets)} AND signature IS NOT NULL`
  return row ? toChannel(row) : null
}

function toChannel({ balance, charged, signed, ...row }: Row): PayerChannel {
  const { payer, payerAuthorizer, receiver, receiverAuthorizer, token, withdrawDelay, salt, ...rest } = row
  return {
    ...rest,
    config: { payer, payerAuthorizer, receiver, receiverAuthorizer, token, withdrawDelay, salt },
    balanceAtomic: BigInt(balance),
    chargedAtomic: BigInt(charged),
    signedAtomic: BigInt(signed),
  }
}
