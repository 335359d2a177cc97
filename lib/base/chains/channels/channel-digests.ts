import { BATCH_SETTLEMENT_ADDRESS, BATCH_SETTLEMENT_DOMAIN } from '@x402/evm'
import { LRUCache } from 'lru-cache'
import { concat, domainSeparator, type Hex, keccak256, numberToHex, pad, stringToHex } from 'viem'
import { chainIdOf } from '../evm/payment-digest'
import type { ChannelConfig } from './channel-payload'

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
