import { zeroAddress } from 'viem'
import { isAddress, isSameAddress } from '@/lib/base/x402/addresses'
import { channelReasons, reasons } from '@/lib/base/x402/reasons'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import { channelIdOf } from './channel-digests'
import type { ChannelConfig } from './channel-payload'

/** The contract's bounds on how long a payer waits for what is not claimed. */
const MIN_WITHDRAW_DELAY_SECONDS = 900
const MAX_WITHDRAW_DELAY_SECONDS = 2_592_000

/** The field in which a channel differs from our terms, or from the id that it was sent under; null for none. Local. */
export function findChannelMismatch(
  config: ChannelConfig,
  channelId: string,
  requirements: Pick<PaymentRequirements, 'network' | 'payTo' | 'asset' | 'extra'>,
): string | null {
  const { receiverAuthorizer, withdrawDelay } = requirements.extra ?? {}
  if (channelIdOf(config, requirements.network) !== channelId) return channelReasons.channelIdMismatch
  if (!isSameAddress('evm', config.receiver, requirements.payTo)) return channelReasons.receiverMismatch
  if (isSameAddress('evm', config.payer, config.receiver)) return reasons.payerIsPayee
  if (!isUsableAddress(receiverAuthorizer) || !isSameAddress('evm', config.receiverAuthorizer, receiverAuthorizer)) {
    return channelReasons.receiverAuthorizerMismatch
  }
  if (!isSameAddress('evm', config.token, requirements.asset)) return channelReasons.tokenMismatch
  if (withdrawDelay !== undefined && config.withdrawDelay !== secondsOf(withdrawDelay)) {
    return channelReasons.withdrawDelayMismatch
  }
  const isInRange =
    config.withdrawDelay >= MIN_WITHDRAW_DELAY_SECONDS && config.withdrawDelay <= MAX_WITHDRAW_DELAY_SECONDS
  return isInRange ? null : channelReasons.withdrawDelayOutOfRange
}

/** Null for anything but a number: the terms may come from anyone, and converting an object may fail. */
const secondsOf = (value: unknown): number | null =>
  typeof value === 'number' || typeof value === 'string' ? Number(value) : null

const isUsableAddress = (value: unknown): value is string =>
  typeof value === 'string' && isAddress('evm', value) && value !== zeroAddress
