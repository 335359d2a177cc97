import { BATCH_SETTLEMENT_ADDRESS, BATCH_SETTLEMENT_DOMAIN } from '@x402/evm'
import { LRUCache } from 'lru-cache'
import {
  type Address,
  concat,
  decodeEventLog,
  domainSeparator,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  keccak256,
  type Log,
  numberToHex,
  pad,
  parseAbi,
  stringToHex,
} from 'viem'
import type { Authorization } from '@/lib/base/chains/authorization'
import { chainIdOf } from '@/lib/base/chains/evm/payment-digest'
import type { CallAnswers, CallBatch } from '@/lib/base/chains/settlement/evm/call-batch'
import type { LandedReceipt } from '@/lib/base/chains/settlement/evm/payment-kind'
import type { ChannelFunds } from '@/lib/base/x402/payment-channel'
import type { ChannelConfig } from './channel-payload'

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

/** Asks for a channel's state within a reading; null where a call for it failed. One that never was is all zeros. */
export function askChannel(batch: CallBatch, channelId: Hex): (answers: CallAnswers) => ChannelFunds | null {
  const ask = (functionName: 'channels' | 'pendingWithdrawals' | 'refundNonce') =>
    batch.ask({
      to: CHANNEL_CONTRACT,
      data: encodeFunctionData({ abi: channelAbi, functionName, args: [channelId] }),
    })
  const [channel, withdrawal, nonce] = [ask('channels'), ask('pendingWithdrawals'), ask('refundNonce')]
  return (answers) => {
    const [balanceAtomic, claimedAtomic] = [answers.numberAt(channel), answers.numberAt(channel, 1)]
    const [requestedAt, refundNonce] = [answers.numberAt(withdrawal, 1), answers.numberAt(nonce)]
    if (balanceAtomic === null || claimedAtomic === null || requestedAt === null || refundNonce === null) return null
    const withdrawRequestedAt = requestedAt === 0n ? null : new Date(Number(requestedAt) * 1_000)
    return { balanceAtomic, claimedAtomic, withdrawRequestedAt, refundNonce }
  }
}

const CONFIG_TYPE = keccak256(
  stringToHex(
    'ChannelConfig(address payer,address payerAuthorizer,address receiver,address receiverAuthorizer,address token,uint40 withdrawDelay,bytes32 salt)',
  ),
)
const VOUCHER_TYPE = keccak256(stringToHex('Voucher(bytes32 channelId,uint128 maxClaimableAmount)'))

/** Vouchers of as many channels are checked without hashing the channel's terms again. */
const ids = new LRUCache<string, Hex>({ max: 2_000 })

/** The channel's id on that network: the EIP-712 hash of its terms, 32 bytes in lower case. */
export function channelIdOf(config: ChannelConfig, network: string): Hex {
  const { payer, payerAuthorizer, receiver, receiverAuthorizer, token, withdrawDelay, salt } = config
  const parties = [payer, payerAuthorizer, receiver, receiverAuthorizer, token]
  const terms = [network, ...parties, withdrawDelay, salt].join()
  const known = ids.get(terms)
  if (known) return known
  const id = digestOf(network, [CONFIG_TYPE, ...parties.map((address) => pad(address)), word(withdrawDelay), salt])
  ids.set(terms, id)
  return id
}

/** The nonce that binds an EIP-3009 authorization to one channel: with only the payer's salt it would fit any. */
export const erc3009NonceOf = (channelId: Hex, salt: Hex): Hex => keccak256(concat([channelId, salt]))

/** Digest that a voucher's signer signs: the channel and the total that may be claimed from it. */
export const voucherDigest = (channelId: Hex, maxClaimableAtomic: bigint, network: string): Hex =>
  digestOf(network, [VOUCHER_TYPE, channelId, word(maxClaimableAtomic)])

const word = (value: bigint | number) => numberToHex(value, { size: 32 })

/** EIP-712 by hand: for fields of one word each, viem's general way takes many times as long. */
const digestOf = (network: string, words: Hex[]): Hex =>
  keccak256(concat(['0x1901', domainOf(chainIdOf(network)), keccak256(concat(words))]))

const domains = new LRUCache<number, Hex>({ max: 100 })

function domainOf(chainId: number): Hex {
  const known = domains.get(chainId)
  if (known) return known
  const domain = { ...BATCH_SETTLEMENT_DOMAIN, chainId, verifyingContract: BATCH_SETTLEMENT_ADDRESS }
  const hash = domainSeparator({ domain })
  domains.set(chainId, hash)
  return hash
}

const ACTION = /^(?<type>claim|settle|refund)\/(?<subject>0x[0-9a-f]+)\//

/** True for an action of a receiver on its channels; deposits and payments have a nonce of the payer's. */
export const isChannelAction = ({ nonce }: Pick<Authorization, 'nonce'>): boolean => ACTION.test(nonce)

/**
 * The amount that an action moved in its transaction, by the contract's own events: newly claimed, sent to the
 * receiver, or given back. Null when it did nothing.
 */
export function amountOfAction({ status, logs }: LandedReceipt, { nonce, asset }: Authorization): bigint | null {
  const { type, subject } = ACTION.exec(nonce)?.groups ?? {}
  const amounts = (status === 'success' ? logs : []).flatMap((log) => {
    const event = isAddressEqual(log.address, CHANNEL_CONTRACT) ? readEvent(log) : null
    switch (event?.eventName) {
      case 'Claimed':
        return type === 'claim' ? [event.args.amount] : []
      case 'Settled': {
        const { receiver, token, amount } = event.args
        const isIt = receiver.toLowerCase() === subject && token.toLowerCase() === asset.toLowerCase()
        return type === 'settle' && isIt ? [amount] : []
      }
      case 'Refunded':
        return type === 'refund' && event.args.channelId === subject ? [event.args.amount] : []
      default:
        return []
    }
  })
  return amounts.length > 0 ? amounts.reduce((sum, amount) => sum + amount, 0n) : null
}

function readEvent({ topics, data }: Pick<Log, 'topics' | 'data'>) {
  try {
    return decodeEventLog({ abi: channelAbi, topics, data })
  } catch {
    return null // Another of the contract's events.
  }
}
