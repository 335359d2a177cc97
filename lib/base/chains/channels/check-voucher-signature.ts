import { recoverEvmAddress } from '../evm/recover-address'
import { voucherDigest } from './channel-digests'
import { type ChannelConfig, hasPayerAuthorizer, type Voucher } from './channel-shapes'

/**
 * Checks that the key that the channel names signed that voucher for that network. Local. Null where the channel names
 * no key: only the chain can tell whether its payer signed.
 */
export function checkVoucherSignature(config: ChannelConfig, voucher: Voucher, network: string): boolean | null {
  if (!hasPayerAuthorizer(config)) return null
  const digest = voucherDigest(voucher.channelId, voucher.maxClaimableAtomic, network)
  return recoverEvmAddress(digest, voucher.signature) === config.payerAuthorizer
}
