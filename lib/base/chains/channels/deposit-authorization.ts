import { BATCH_SETTLEMENT_ADDRESS, ERC3009_DEPOSIT_COLLECTOR_ADDRESS } from '@x402/evm'
import { concat, type Hex, keccak256 } from 'viem'
import { addressIdentity } from '@/lib/base/x402/addresses'
import { BATCH_SETTLEMENT } from '@/lib/base/x402/payment-channel'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import { type Authorization, authorizationKey, fromUnixSeconds } from '../authorization'
import type { DepositPayload } from './channel-payload'

/**
 * A deposit's authorization: a transfer like any other, identified by the same nonces. `payTo` is the first receiver of
 * the payer's money: the collector, or for Permit2 the contract that holds the channels.
 */
export function depositAuthorizationOf(
  { config, voucher, amountAtomic, authorization }: DepositPayload,
  requirements: PaymentRequirements,
): Authorization {
  const { network, asset } = requirements
  const shared = { network, scheme: BATCH_SETTLEMENT, asset, payer: config.payer, amountAtomic } as const
  if (authorization.form === 'permit2') {
    const nonce = authorization.nonce.toString()
    return {
      ...shared,
      key: authorizationKey(network, 'permit2', config.payer, nonce),
      payTo: addressIdentity('evm', BATCH_SETTLEMENT_ADDRESS),
      nonce,
      validAfter: null,
      validBefore: fromUnixSeconds(authorization.deadline),
    }
  }
  const nonce = erc3009NonceOf(voucher.channelId, authorization.salt)
  return {
    ...shared,
    key: authorizationKey(network, addressIdentity('evm', asset), config.payer, nonce),
    payTo: addressIdentity('evm', ERC3009_DEPOSIT_COLLECTOR_ADDRESS),
    nonce,
    validAfter: fromUnixSeconds(authorization.validAfter),
    validBefore: fromUnixSeconds(authorization.validBefore),
  }
}

/** The nonce that binds an EIP-3009 authorization to one channel: with only the payer's salt it would fit any. */
export const erc3009NonceOf = (channelId: Hex, salt: Hex): Hex => keccak256(concat([channelId, salt]))
