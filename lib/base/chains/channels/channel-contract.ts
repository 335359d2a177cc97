import { BATCH_SETTLEMENT_ADDRESS } from '@x402/evm'
import { type Address, type Hex, parseAbi } from 'viem'

/** Holds the channels, at one address on every chain. */
export const CHANNEL_CONTRACT: Address = BATCH_SETTLEMENT_ADDRESS

/** Fetches deposits by Permit2; at one address on every chain. The SDK exports the other addresses. */
export const PERMIT2_DEPOSIT_COLLECTOR_ADDRESS: Address = '0x4020425FAf3B746C082C2f942b4E5159887B0005'

/** Functions and events of the channel contract that we use. Source: the scheme's specification. */
export const channelAbi = parseAbi([
  'struct ChannelConfig { address payer; address payerAuthorizer; address receiver; address receiverAuthorizer; address token; uint40 withdrawDelay; bytes32 salt; }',
  'struct Voucher { ChannelConfig channel; uint128 maxClaimableAmount; }',
  'struct VoucherClaim { Voucher voucher; bytes signature; uint128 totalClaimed; }',
  'function deposit(ChannelConfig config, uint128 amount, address collector, bytes collectorData)',
  'function claimWithSignature(VoucherClaim[] voucherClaims, bytes authorizerSignature)',
  'function settle(address receiver, address token)',
  'function refundWithSignature(ChannelConfig config, uint128 amount, uint256 nonce, bytes receiverAuthorizerSignature)',
  'function multicall(bytes[] data) returns (bytes[])',
  'function channels(bytes32 channelId) view returns (uint128 balance, uint128 totalClaimed)',
  'function pendingWithdrawals(bytes32 channelId) view returns (uint128 amount, uint40 initiatedAt)',
  'function receivers(address receiver, address token) view returns (uint128 totalClaimed, uint128 totalSettled)',
  'function refundNonce(bytes32 channelId) view returns (uint256)',
  'event Deposited(bytes32 indexed channelId, address indexed sender, uint128 amount, uint128 newBalance)',
  'event Claimed(bytes32 indexed channelId, address indexed sender, uint128 amount, uint128 newTotalClaimed)',
  'event Settled(address indexed receiver, address indexed token, address indexed sender, uint128 amount)',
  'event Refunded(bytes32 indexed channelId, address indexed sender, uint128 amount)',
])

/** A channel as the chain has it. `balanceAtomic` is deposits less what went back; claims leave it as it is. */
export type ChannelState = {
  channelId: Hex
  balanceAtomic: bigint
  totalClaimedAtomic: bigint
  /** Unix seconds; 0 while no withdrawal has been started. */
  withdrawRequestedAt: number
  refundNonce: bigint
}

/** The same in the form of verify's and settle's answers. */
export const toChannelExtra = (state: ChannelState) => ({
  channelId: state.channelId,
  balance: state.balanceAtomic.toString(),
  totalClaimed: state.totalClaimedAtomic.toString(),
  withdrawRequestedAt: state.withdrawRequestedAt,
  refundNonce: state.refundNonce.toString(),
})
