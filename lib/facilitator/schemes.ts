import { v5 as nameToUuid } from 'uuid'
import { type ChannelState, toChannelExtra } from '@/lib/base/chains/channels/channel-contract'
import { isRpcUnreachable } from '@/lib/base/chains/errors'
import type { SignedPayment } from '@/lib/base/chains/signed-payment'
import type { Scheme } from '@/lib/base/x402/payment-option'
import type { SettleOutcome } from '@/lib/base/x402/wire'
import { findSettlement } from './ledger/find-settlement'
import type { Settlement } from './settlement'

type PaymentTerms = Pick<SignedPayment, 'requirements' | 'authorization'>

/** The parts of a settlement in which schemes differ. */
type SettledScheme = {
  /** The amount to move now; at most the authorised one, as checked when the payment was read. */
  amountOf: (terms: PaymentTerms) => bigint
  /** True if the payload names that amount, so that copies of it cannot be about different ones. */
  isAmountSigned: boolean
  /** True if the payment itself buys something. */
  sells: boolean
  /** True for a payload that authorises no transfer: it is verified and settled as a request about channels. */
  isRequest: (payload: Record<string, unknown>) => boolean
}

const transfer: SettledScheme = {
  amountOf: ({ requirements }) => BigInt(requirements.amount),
  isAmountSigned: false,
  sells: true,
  isRequest: () => false,
}

/** A deposit's amount differs from the price of the request that comes with it, and vouchers tell what it pays for. */
const channel: SettledScheme = {
  amountOf: ({ authorization }) => authorization.amountAtomic,
  isAmountSigned: true,
  sells: false,
  isRequest: ({ type }) => type !== 'deposit',
}

const schemes: Record<Scheme, SettledScheme> = { exact: transfer, upto: transfer, 'batch-settlement': channel }

/** An unknown scheme is refused when its payment is read. */
export const schemeOf = ({ scheme }: { scheme: string }): SettledScheme =>
  Object.hasOwn(schemes, scheme) ? schemes[scheme as Scheme] : transfer // Just found.

export const amountOf = (terms: PaymentTerms): bigint => schemeOf(terms.requirements).amountOf(terms)

/** Holders of this process are UUIDs of other versions, so that no caller over HTTP can name one of them. */
const CALLERS = '5f0f7b2e-6a0b-4f0f-9d5c-2f6d1c3f4a22'

/**
 * The holder of a caller over HTTP, from the UUID that it names. The same for each API key, so that a caller may change its
 * key: callers are kept apart by the UUID, which nobody can guess.
 */
export const holderOverHttp = (named: string): string => nameToUuid(` ${named.toLowerCase()}`, CALLERS)

/**
 * Every holder of the ledger that may be the caller that names this UUID: a gate in the facilitator's process is stored as
 * it is, and may have moved out of the process or into it since.
 */
export const holdersNamed = (named: string): string[] => [named, holderOverHttp(named)]

type Settled = Extract<SettleOutcome, { kind: 'settled' }>

/**
 * The outcome of a deposit with the channel's new state on the chain. Where that cannot be read, the outcome stays as
 * it is: the money is in the channel all the same.
 */
export async function withChannelState(
  { room, settler, payment }: Settlement,
  channelId: ChannelState['channelId'],
  outcome: Settled,
): Promise<Settled> {
  const { channels } = settler.chain
  try {
    const record = await findSettlement(room.deps.database, payment.authorization.key)
    const state = await channels?.readState(channelId, record?.height ?? 0n)
    if (!state) return outcome
    return { ...outcome, response: { ...outcome.response, extra: { channelState: toChannelExtra(state) } } }
  } catch (error) {
    if (!isRpcUnreachable(error)) throw error
    room.deps.log.warn({ network: settler.chain.network }, 'settle: the channel could not be read')
    return outcome
  }
}
